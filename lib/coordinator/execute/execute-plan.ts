import "server-only";
/**
 * Carries a plan out: one agent answers the person directly; of several, each gives a result and one answer is
 * composed. Where a step comes to nothing the rest is planned again, and the plan is then another one. Where a step
 * asks the person, the rest waits with the question.
 */
import type { AgentOutcome } from "../../agents/agent.ts";
import type { LoopEnd } from "../../agents/loop-types.ts";
import type { CarriedCourse, Happened } from "../../contracts/carried-course.ts";
import type { Plan, PlanStep } from "../../contracts/plan.ts";
import { carryRest } from "../carry/carry-rest.ts";
import { composes, declinedStep } from "../carry/take-up-rest.ts";
import { addFigures, type TurnScene } from "../turn-scene.ts";
import type { Speculation } from "./begin-likely-agent.ts";
import { composeAnswer, recordComposed } from "./compose-answer.ts";
import { beginCourse, type Course, tellRest, tellUndone, troubleOf } from "./course.ts";
import { type Taken, takeStep } from "./take-step.ts";

export type Executed = {
  end: LoopEnd;
  agentId: string;
  outcomes: readonly AgentOutcome[];
  /** The plan that was active last. */
  plan: Plan;
  /** The rest of it, where it waits for the person's word. */
  carried: CarriedCourse | null;
};

/** @returns the plan in whose place the course's goes on; null where it stays as it is */
export type Revise = (course: Course, trouble: Happened) => Promise<Plan | null>;

export async function executePlan(
  scene: TurnScene,
  plan: Plan,
  speculation: Speculation | null,
  revise: Revise,
): Promise<Executed> {
  const course = beginCourse(plan, scene.takenUp);
  let likely = speculation;
  let agentId = course.left[0]?.target ?? "general";
  const over = (end: LoopEnd, carried: CarriedCourse | null = null): Executed => {
    return { end, agentId, outcomes: course.outcomes, plan: course.plan, carried };
  };
  await goOnFromAnswered(scene, course, revise);
  for (let step = course.left.shift(); step; step = course.left.shift()) {
    agentId = step.target;
    const taken = await takeStep(scene, course, step, likely);
    likely = null;
    const { end, approval } = taken.outcome;
    course.outcomes.push(taken.outcome);
    addFigures(scene.figures, taken.outcome.figures);
    const asks = approval !== null || end.kind === "awaits-approval";
    const trouble = asks ? null : findTrouble(scene, course, step, taken);
    if (trouble && (await goOnOtherwise(course, trouble, { ...taken, end }, revise))) continue;
    if (asks) return over(end, putOff(scene, course, step, taken));
    if (taken.isDirect || end.kind !== "answered") return over(end);
    keepResult(course, step, taken.text);
  }
  const untold = course.results.slice(course.shown);
  const end = await composeAnswer(scene, untold, course.plan.undone ?? []);
  recordComposed(scene, end);
  return over(end);
}

/** What the step that had asked came to in an earlier try stands; it is not taken again. */
async function goOnFromAnswered(
  { takenUp }: TurnScene,
  course: Course,
  revise: Revise,
): Promise<void> {
  if (!takenUp || takenUp.answered === null) return;
  const { asking, answered: text } = takenUp;
  const declined = declinedStep(takenUp);
  const before = { end: { kind: "answered" as const }, text, isDirect: false };
  if (declined && (await goOnOtherwise(course, declined, before, revise))) return;
  keepResult(course, asking, text);
}

function findTrouble(
  scene: TurnScene,
  course: Course,
  step: PlanStep,
  { outcome, isWord }: Taken,
): Happened | null {
  const { takenUp } = scene;
  const isAnswered = outcome.end.kind === "answered";
  // What was approved is never planned again: it may have run. The turn ends, and can be tried again.
  if (takenUp && isWord && !isAnswered) return null;
  const declined = takenUp && isWord && course.left.length > 0 ? declinedStep(takenUp) : null;
  return declined ?? troubleOf(scene, course, step, outcome);
}

/** Shows what was done before the question: nobody knows when that is answered, or whether. @returns what waits */
function putOff(
  scene: TurnScene,
  course: Course,
  step: PlanStep,
  { text, isDirect }: Taken,
): CarriedCourse | null {
  const done = course.results.slice(course.shown).map((result) => result.text.trim());
  if (!isDirect) {
    const parts = [...done, tellUndone(course), text.trim(), tellRest(course)];
    scene.ports.say(parts.filter((part) => part !== "").join("\n\n"));
  }
  // Put together by the coordinator itself, without a model: the results and the question are the answer.
  if (done.length > 0 && composes(course.plan)) recordComposed(scene, { kind: "answered" });
  return carryRest(scene, course, step);
}

type Ran = Pick<Taken, "text" | "isDirect"> & { end: LoopEnd };

/** @returns true where the course goes on by a plan that was made again */
async function goOnOtherwise(
  course: Course,
  trouble: Happened,
  { end, text, isDirect }: Ran,
  revise: Revise,
): Promise<boolean> {
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

function keepResult(course: Course, step: PlanStep, text: string): void {
  const { id, target: agent, objective } = step;
  course.happened.push({ id, agent, objective, status: "done" });
  course.results.push({ stepId: id, agentId: agent, text });
}
