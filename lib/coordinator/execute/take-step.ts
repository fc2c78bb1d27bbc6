/** Runs one agent step of a plan. Its text streams to the person or is kept as a result. */
import "server-only";
import type { AgentOutcome } from "../../agents/agent.ts";
import type { PlanStep } from "../../contracts/run/plan.ts";
import { approvalDecisionFor, composes } from "../suspend/resume-plan.ts";
import type { TurnContext } from "../turn-context.ts";
import { linkSteps } from "./link-steps.ts";
import { isUntouched, type PlanProgress } from "./plan-progress.ts";
import { runAgentStep } from "./run-agent-step.ts";
import type { Speculation } from "./start-likely-agent.ts";

export type Taken = {
  outcome: AgentOutcome;
  text: string;
  isDirect: boolean;
  /** True if the step acts on the person's decision about its earlier question. */
  isDecision: boolean;
};

/** True if the step's text streams straight to the person, because nothing has to be composed. */
export async function takeStep(
  context: TurnContext,
  progress: PlanProgress,
  step: PlanStep,
  likely: Speculation | null,
): Promise<Taken> {
  const { plan, results, left, outcomes } = progress;
  const approval = approvalDecisionFor(context, step, outcomes.length === 0);
  const isDecision = approval !== null;
  if (left.length === 0 && (isUntouched(progress) || !composes(plan))) {
    const outcome = await (likely?.use(plan) ?? runStep(context, progress, step, { approval }));
    return { outcome, text: context.ports.answer(), isDirect: true, isDecision };
  }
  let text = "";
  const collect = (more: string) => {
    text += more;
  };
  const ports = { ...context.ports, emitText: collect, answer: () => text };
  // A decision concerns the waiting call only; the step needs no other input.
  const read = results.filter(({ stepId }) => step.needs?.includes(stepId) ?? true);
  const input = approval ? undefined : { objective: step.objective, results: read };
  const outcome = await runStep(context, progress, step, { approval, input, ports, isPart: true });
  return { outcome, text, isDirect: false, isDecision };
}

type Given = Parameters<typeof runAgentStep>[1];
type Together = Pick<Given, "input" | "approval" | "isPart"> & Partial<Pick<Given, "ports">>;

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
