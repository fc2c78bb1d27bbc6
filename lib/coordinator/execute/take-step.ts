import "server-only";
/** Takes one agent's step of a plan: told to the person as it comes, or kept as a result. */
import type { AgentOutcome } from "../../agents/agent.ts";
import type { PlanStep } from "../../contracts/plan.ts";
import { approvalDecisionFor, composes } from "../suspend/resume-plan.ts";
import type { TurnContext } from "../turn-context.ts";
import type { Speculation } from "./begin-likely-agent.ts";
import { linkSteps } from "./link-steps.ts";
import { isUntouched, type PlanProgress } from "./plan-progress.ts";
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
  context: TurnContext,
  progress: PlanProgress,
  step: PlanStep,
  likely: Speculation | null,
): Promise<Taken> {
  const { plan, results, left, outcomes } = progress;
  const word = approvalDecisionFor(context, step, outcomes.length === 0);
  const isWord = word !== null;
  if (left.length === 0 && (isUntouched(progress) || !composes(plan))) {
    const outcome = await (likely?.use(plan) ?? runStep(context, progress, step, { word }));
    return { outcome, text: context.ports.answer(), isDirect: true, isWord };
  }
  let text = "";
  const say = (more: string) => {
    text += more;
  };
  const ports = { ...context.ports, emitText: say, answer: () => text };
  // A word is for the call that waits for it, and says all that its step is to do.
  const input = word ? undefined : { objective: step.objective, results };
  const outcome = await runStep(context, progress, step, { word, input, ports, isPart: true });
  return { outcome, text, isDirect: false, isWord };
}

type Given = Parameters<typeof runAgentStep>[1];
type Together = Pick<Given, "input" | "word" | "isPart"> & Partial<Pick<Given, "ports">>;

function runStep(context: TurnContext, progress: PlanProgress, step: PlanStep, together: Together) {
  const agent = context.agents.find(({ descriptor }) => descriptor.id === step.target);
  if (!agent) throw new Error(`the plan names no agent of ours: ${step.target}`);
  return runAgentStep(context, {
    agent,
    step: () => step,
    earlier: progress.outcomes,
    links: linkSteps(progress.plan, step),
    ...together,
    ports: together.ports ?? context.ports,
  });
}
