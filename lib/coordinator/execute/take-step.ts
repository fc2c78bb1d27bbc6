import "server-only";
/** Takes one agent's step of a plan: told to the person as it comes, or kept as a result. */
import type { AgentOutcome } from "../../agents/agent.ts";
import type { PlanStep } from "../../contracts/plan.ts";
import { composes, wordFor } from "../carry/take-up-rest.ts";
import type { TurnScene } from "../turn-scene.ts";
import type { Speculation } from "./begin-likely-agent.ts";
import { type Course, isUntouched } from "./course.ts";
import { linkSteps } from "./link-steps.ts";
import { runAgentStep } from "./run-agent-step.ts";

export type Taken = {
  outcome: AgentOutcome;
  text: string;
  isDirect: boolean;
  /** True where the step is the person's word on what it asked before. */
  isWord: boolean;
};

/** Its words are the person's own answer where nothing else is to go into it. */
export async function takeStep(
  scene: TurnScene,
  course: Course,
  step: PlanStep,
  likely: Speculation | null,
): Promise<Taken> {
  const { plan, results, left, outcomes } = course;
  const word = wordFor(scene, step, outcomes.length === 0);
  const isWord = word !== null;
  if (left.length === 0 && (isUntouched(course) || !composes(plan))) {
    const outcome = await (likely?.use(plan) ?? runStep(scene, course, step, { word }));
    return { outcome, text: scene.ports.answer(), isDirect: true, isWord };
  }
  let text = "";
  const say = (more: string) => {
    text += more;
  };
  const ports = { ...scene.ports, say, answer: () => text };
  // A word is for the call that waits for it, and says all that its step is to do.
  const input = word ? undefined : { objective: step.objective, results };
  const outcome = await runStep(scene, course, step, { word, input, ports, isPart: true });
  return { outcome, text, isDirect: false, isWord };
}

type Given = Parameters<typeof runAgentStep>[1];
type Together = Pick<Given, "input" | "word" | "isPart"> & Partial<Pick<Given, "ports">>;

function runStep(scene: TurnScene, course: Course, step: PlanStep, together: Together) {
  const agent = scene.agents.find(({ id }) => id === step.target);
  if (!agent) throw new Error(`the plan names no agent of ours: ${step.target}`);
  return runAgentStep(scene, {
    agent,
    step: () => step,
    earlier: course.outcomes,
    links: linkSteps(course.plan, step),
    ...together,
    ports: together.ports ?? scene.ports,
  });
}
