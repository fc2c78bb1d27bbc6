import "server-only";
/**
 * Carries a plan out: one agent answers the person directly; of several, each gives a result and one answer is
 * composed. Where a step comes to nothing the rest is planned again, and the plan is then another one.
 */
import type { AgentOutcome } from "../../agents/agent.ts";
import type { LoopEnd } from "../../agents/loop-types.ts";
import type { Plan, PlanStep } from "../../contracts/plan.ts";
import { addFigures, type TurnScene } from "../turn-scene.ts";
import type { Speculation } from "./begin-likely-agent.ts";
import { composeAnswer, recordComposed } from "./compose-answer.ts";
import {
  beginCourse,
  type Course,
  type Happened,
  isUntouched,
  tellRest,
  troubleOf,
} from "./course.ts";
import { linkSteps } from "./link-steps.ts";
import { runAgentStep } from "./run-agent-step.ts";

export type Executed = {
  end: LoopEnd;
  agentId: string;
  outcomes: readonly AgentOutcome[];
  /** The plan that was active last. */
  plan: Plan;
};

/** @returns the plan in whose place the course's goes on; null where it stays as it is */
export type Revise = (course: Course, trouble: Happened) => Promise<Plan | null>;

type Taken = { outcome: AgentOutcome; text: string; isDirect: boolean };

export async function executePlan(
  scene: TurnScene,
  plan: Plan,
  speculation: Speculation | null,
  revise: Revise,
): Promise<Executed> {
  const course = beginCourse(plan);
  let likely = speculation;
  let agentId = course.left[0]?.target ?? "general";
  const over = (end: LoopEnd): Executed => {
    return { end, agentId, outcomes: course.outcomes, plan: course.plan };
  };
  for (let step = course.left.shift(); step; step = course.left.shift()) {
    agentId = step.target;
    const taken = await takeStep(scene, course, step, likely);
    likely = null;
    const { end, approval } = taken.outcome;
    course.outcomes.push(taken.outcome);
    addFigures(scene.figures, taken.outcome.figures);
    const asks = approval !== null || end.kind === "awaits-approval";
    const trouble = asks ? null : troubleOf(scene, course, step, taken.outcome);
    if (trouble && (await goOnOtherwise(course, trouble, taken, revise))) continue;
    if (taken.isDirect) return over(end);
    // What the agent said, e.g. its question, is all there is to show.
    if (asks) scene.ports.say(taken.text + tellRest(course));
    if (asks || end.kind !== "answered") return over(end);
    keepResult(course, step, taken);
  }
  const end = await composeAnswer(scene, course.results, course.plan.undone ?? []);
  recordComposed(scene, end);
  return over(end);
}

/** Its words are the person's own answer where nothing else is to go into it. */
async function takeStep(
  scene: TurnScene,
  course: Course,
  step: PlanStep,
  likely: Speculation | null,
): Promise<Taken> {
  const { plan, results, left } = course;
  if (left.length === 0 && isUntouched(course)) {
    const outcome = await (likely?.use(plan) ?? runStep(scene, course, step));
    return { outcome, text: scene.ports.answer(), isDirect: true };
  }
  let text = "";
  const say = (more: string) => {
    text += more;
  };
  const ports = { ...scene.ports, say, answer: () => text };
  const input = { objective: step.objective, results };
  const outcome = await runStep(scene, course, step, { input, ports });
  return { outcome, text, isDirect: false };
}

/** @returns true where the course goes on by a plan that was made again */
async function goOnOtherwise(
  course: Course,
  trouble: Happened,
  { outcome, text, isDirect }: Taken,
  revise: Revise,
): Promise<boolean> {
  const { end } = outcome;
  // The person reads it already.
  if (isDirect && text !== "") return false;
  // An only step has nothing behind it that depends on it: the person can ask again.
  if (isDirect && course.happened.length === 0 && end.kind !== "handed-over") return false;
  const before = course.happened.length;
  course.happened.push(trouble);
  const revised = await revise(course, trouble);
  if (!revised) {
    course.happened.length = before;
    return false;
  }
  // What it found to say of its trouble is a result like any other.
  if (end.kind === "answered")
    course.results.push({ stepId: trouble.id, agentId: trouble.agent, text });
  course.plan = revised;
  const taken = new Set(course.happened.map(({ id }) => id));
  course.left = revised.steps.filter(({ id, type }) => type === "agent" && !taken.has(id));
  return course.left.length > 0 || course.results.length > 0;
}

function keepResult(course: Course, { id, target, objective }: PlanStep, { text }: Taken): void {
  course.happened.push({ id, agent: target, objective, status: "done" });
  course.results.push({ stepId: id, agentId: target, text });
}

type Together = Pick<Parameters<typeof runAgentStep>[1], "input" | "ports">;

function runStep(scene: TurnScene, course: Course, step: PlanStep, together?: Together) {
  const agent = scene.agents.find(({ id }) => id === step.target);
  if (!agent) throw new Error(`the plan names no agent of ours: ${step.target}`);
  return runAgentStep(scene, {
    agent,
    step: () => step,
    ports: together?.ports ?? scene.ports,
    input: together?.input,
    earlier: course.outcomes,
    links: linkSteps(course.plan, agent.id),
  });
}
