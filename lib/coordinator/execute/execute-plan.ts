/**
 * Executes a plan. A single agent answers the person directly; the results of several are composed into one answer. A
 * failed step causes a revision of the rest of the plan. When a step asks the person something, the remaining steps
 * wait.
 */
import "server-only";
import type { AgentOutcome } from "../../agents/agent.ts";
import type { LoopEnd } from "../../agents/loop/loop-types.ts";
import { type Origin, UNKNOWN } from "../../contracts/model/origin.ts";
import type { Plan, PlanStep } from "../../contracts/run/plan.ts";
import type { StepOutcome, SuspendedPlan } from "../../contracts/run/suspended-plan.ts";
import { approvalDecisionFor, composes, declinedStep } from "../plan/resume-plan.ts";
import { suspendPlan } from "../plan/suspend-plan.ts";
import { addFigures, type TurnContext } from "../turn-context.ts";
import { composeAnswer, recordComposed } from "./compose-answer.ts";
import { linkSteps } from "./link-steps.ts";
import {
  failureOf,
  isUntouched,
  type PlanProgress,
  startProgress,
  tellRest,
  tellUndone,
} from "./plan-progress.ts";
import { type AgentStep, runAgentStep } from "./run-agent-step.ts";
import type { Speculation } from "./start-likely-agent.ts";

export type Executed = {
  end: LoopEnd;
  agentId: string;
  outcomes: readonly AgentOutcome[];
  /** The last active plan. */
  plan: Plan;
  /** The rest of the plan if it waits for the person's decision. */
  suspendedPlan: SuspendedPlan | null;
};

/** @returns the revised plan; null if the plan stays as it is */
export type Revise = (progress: PlanProgress, failure: StepOutcome) => Promise<Plan | null>;

export async function executePlan(
  context: TurnContext,
  plan: Plan,
  speculation: Speculation | null,
  revise: Revise,
): Promise<Executed> {
  const { resumedPlan, turn, registry } = context;
  const progress = startProgress(plan, resumedPlan, turn.continued?.results);
  let likely = speculation;
  let agentId = progress.left[0]?.target ?? turn.continued?.agentId ?? registry.fallback.id;
  const over = (end: LoopEnd, suspendedPlan: SuspendedPlan | null = null): Executed => {
    return { end, agentId, outcomes: progress.outcomes, plan: progress.plan, suspendedPlan };
  };
  await goOnFromAnswered(context, progress, revise);
  for (let step = progress.left.shift(); step; step = progress.left.shift()) {
    agentId = step.target;
    const taken = await takeStep(context, progress, step, likely);
    likely = null;
    const { end, approval } = taken.outcome;
    progress.outcomes.push(taken.outcome);
    addFigures(context.figures, taken.outcome.figures);
    const asks = approval !== null || end.kind === "awaits-approval";
    const failure = asks ? null : findFailure(context, progress, step, taken);
    if (
      failure &&
      (await goOnOtherwise(
        progress,
        failure,
        { ...taken, origin: taken.outcome.origin, end },
        revise,
      ))
    )
      continue;
    if (asks) return over(end, suspendAtQuestion(context, progress, step, taken));
    if (taken.isDirect || end.kind !== "answered") return over(end);
    keepResult(progress, step, taken.text, taken.outcome.origin);
  }
  const untold = progress.results.slice(progress.shown);
  const end = await composeAnswer(context, untold, progress.plan.undone ?? []);
  recordComposed(context, end);
  return over(end);
}

/** Reuses the result that the asking step reached in the earlier run, so the step does not run again. */
async function goOnFromAnswered(
  { resumedPlan }: TurnContext,
  progress: PlanProgress,
  revise: Revise,
): Promise<void> {
  if (!resumedPlan || resumedPlan.askingResult === null) return;
  const { asking, askingResult: text } = resumedPlan;
  const declined = declinedStep(resumedPlan);
  const before = { end: { kind: "answered" as const }, text, isDirect: false, origin: UNKNOWN };
  if (declined && (await goOnOtherwise(progress, declined, before, revise))) return;
  keepResult(progress, asking, text, UNKNOWN);
}

function findFailure(
  context: TurnContext,
  progress: PlanProgress,
  step: PlanStep,
  { outcome, isDecision }: Taken,
): StepOutcome | null {
  const { resumedPlan } = context;
  const isAnswered = outcome.end.kind === "answered";
  // An approved step is never replanned, because its call may have run. The turn ends and can be retried.
  if (resumedPlan && isDecision && !isAnswered) return null;
  const declined =
    resumedPlan && isDecision && progress.left.length > 0 ? declinedStep(resumedPlan) : null;
  return declined ?? failureOf(context, progress, step, outcome);
}

/** Shows the earlier results before the question, which may never be answered. @returns the suspended plan */
function suspendAtQuestion(
  context: TurnContext,
  progress: PlanProgress,
  step: PlanStep,
  { text, isDirect }: Taken,
): SuspendedPlan | null {
  const done = progress.results.slice(progress.shown).map((result) => result.text.trim());
  if (!isDirect) {
    const parts = [...done, tellUndone(progress), text.trim(), tellRest(progress)];
    context.ports.emitText(parts.filter((part) => part !== "").join("\n\n"));
  }
  // The coordinator composes this answer without a model: the results, then the question.
  if (done.length > 0 && composes(progress.plan)) recordComposed(context, { kind: "answered" });
  return suspendPlan(context, progress, step);
}

type Ran = Pick<Taken, "text" | "isDirect"> & { end: LoopEnd; origin: Origin | undefined };

/** Tries to revise the plan after a failure. @returns true if execution continues under a revised plan */
async function goOnOtherwise(
  progress: PlanProgress,
  failure: StepOutcome,
  { end, text, isDirect, origin }: Ran,
  revise: Revise,
): Promise<boolean> {
  // The person has already seen this text.
  if (isDirect && text !== "") return false;
  // A plan of one step is not replanned: the person can ask again.
  if (isDirect && progress.stepOutcomes.length === 0 && end.kind !== "handed-over") return false;
  const before = progress.stepOutcomes.length;
  progress.stepOutcomes.push(failure);
  const revised = await revise(progress, failure);
  if (!revised) {
    progress.stepOutcomes.length = before;
    return false;
  }
  // The agent's text about its failure is a result like any other.
  if (end.kind === "answered")
    progress.results.push({ stepId: failure.id, agentId: failure.agent, text, origin });
  progress.plan = revised;
  const taken = new Set(progress.stepOutcomes.map(({ id }) => id));
  progress.left = revised.steps.filter(({ id, type }) => type === "agent" && !taken.has(id));
  return progress.left.length > 0 || progress.results.length > 0;
}

function keepResult(
  progress: PlanProgress,
  step: PlanStep,
  text: string,
  origin: Origin | undefined,
): void {
  const { id, target: agent, objective } = step;
  progress.stepOutcomes.push({ id, agent, objective, status: "done" });
  progress.results.push({ stepId: id, agentId: agent, text, origin });
}

type Taken = {
  outcome: AgentOutcome;
  text: string;
  /** True if the step's text streamed straight to the person, because nothing has to be composed. */
  isDirect: boolean;
  /** True if the step acts on the person's decision about its earlier question. */
  isDecision: boolean;
};

/** Runs one agent step of a plan. Its text streams to the person or is kept as a result. */
async function takeStep(
  context: TurnContext,
  progress: PlanProgress,
  step: PlanStep,
  likely: Speculation | null,
): Promise<Taken> {
  const { plan, results, left, outcomes } = progress;
  const { turn, resumedPlan, ports } = context;
  const approval = approvalDecisionFor(turn, resumedPlan, step, outcomes.length === 0);
  const isDecision = approval !== null;
  if (left.length === 0 && (isUntouched(progress) || !composes(plan))) {
    const outcome = await (likely?.use(plan) ??
      runStep(context, progress, step, { approval, ports }));
    return { outcome, text: ports.answer(), isDirect: true, isDecision };
  }
  let text = "";
  const collect = (more: string) => {
    text += more;
  };
  const read = () => ports.glass?.pass(text) ?? text;
  const collecting = { ...ports, emitText: collect, answer: read };
  // A decision concerns the waiting call only; the step needs no other input.
  const known = results.filter(({ stepId }) => step.needs?.includes(stepId) ?? true);
  const input = approval ? undefined : { objective: step.objective, results: known };
  const part = { approval, input, ports: collecting, isPart: true };
  const outcome = await runStep(context, progress, step, part);
  return { outcome, text: read(), isDirect: false, isDecision };
}

function runStep(
  context: TurnContext,
  progress: PlanProgress,
  step: PlanStep,
  { input, approval, isPart, ports }: Pick<AgentStep, "input" | "approval" | "isPart" | "ports">,
): Promise<AgentOutcome> {
  const agent = context.agents.find(({ descriptor }) => descriptor.id === step.target);
  if (!agent) throw new Error(`the plan names no agent of ours: ${step.target}`);
  return runAgentStep(context, {
    agent,
    step: () => step,
    earlier: progress.outcomes,
    links: linkSteps(progress.plan, step),
    input,
    approval,
    isPart,
    ports,
  });
}
