/** Suspends the rest of a plan behind a question, with everything that it needs to resume later. */
import "server-only";
import { withoutCitations } from "../../contracts/public/sources/read-citations.ts";
import type { Execution, Plan, PlanStep } from "../../contracts/run/plan.ts";
import type { SuspendedPlan } from "../../contracts/run/suspended-plan.ts";
import { plannedFrom } from "../execute/origin-of-hop.ts";
import type { PlanProgress } from "../execute/plan-progress.ts";
import type { TurnContext } from "../turn-context.ts";
import { COMPOSE } from "./to-plan.ts";

type Given = Pick<TurnContext, "turn" | "recorded" | "hop" | "resumedPlan">;

/** @returns null if only the call itself waits */
export function suspendPlan(
  context: Given,
  progress: PlanProgress,
  asking: PlanStep,
): SuspendedPlan | null {
  const { turn, recorded } = context;
  const { plan, left, stepOutcomes, results } = progress;
  const below = (step: PlanStep) => plan.steps.filter(({ id }) => id.startsWith(`${step.id}.`));
  const statuses = lastStatuses(recorded);
  const open = openAmong(below(asking), statuses);
  const rest = left.flatMap((step) => [step, ...below(step)]);
  const isMore = rest.length > 0 || open.some(({ id }) => !statuses.has(id));
  if (!isMore) return null;
  return {
    version: 1,
    fromRunId: turn.runId,
    steps: [asking, ...open, ...rest],
    stepOutcomes,
    origin: plannedFrom(context),
    // The person has read the results with their sources; the numbers mean nothing in the run that resumes.
    results: results.map((result) => ({ ...result, text: withoutCitations(result.text) })),
    files: turn.files.filter(({ current }) => current).map(({ id, name }) => ({ id, name })),
  };
}

/** The plan's steps that have not started. The run that resumes them scores them. */
export function suspendedStepIds(
  { recorded }: Pick<TurnContext, "recorded">,
  plan: Plan,
  { steps }: SuspendedPlan,
): string[] {
  const started = lastStatuses(recorded);
  const suspendedIds = new Set([COMPOSE.id, ...steps.map(({ id }) => id)]);
  return plan.steps.map(({ id }) => id).filter((id) => suspendedIds.has(id) && !started.has(id));
}

/** The waiting call and the steps planned after it. Skipped steps before it stay skipped. */
function openAmong(
  steps: readonly PlanStep[],
  statuses: ReadonlyMap<string, Execution["status"]>,
): PlanStep[] {
  const last = steps.findLastIndex(({ id }) => statuses.has(id));
  const waits = statuses.get(steps[last]?.id ?? "") === "would_deny";
  return steps.slice(waits ? last : last + 1);
}

function lastStatuses(recorded: TurnContext["recorded"]): Map<string, Execution["status"]> {
  const statuses = new Map<string, Execution["status"]>();
  for (const { body } of recorded) {
    if (body.type !== "execution.recorded") continue;
    const { planStepId, status } = body.execution;
    if (planStepId !== null) statuses.set(planStepId, status);
  }
  return statuses;
}
