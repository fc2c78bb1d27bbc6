/** Revises a plan after a failure: started steps stay, the rest is planned again. The revision is recorded. */
import "server-only";
import { COORDINATOR_ID } from "../../agents/coordinator-state.ts";
import type { Origin } from "../../contracts/model/origin.ts";
import type { Plan, PlanStep } from "../../contracts/run/plan.ts";
import type { StepOutcome } from "../../contracts/run/suspended-plan.ts";
import { toOrchestratorPlan } from "../../deviation/read-logged-run.ts";
import { makeSegment, type Segment } from "../../prompt/segment.ts";
import { originOfRun } from "../execute/origin-of-hop.ts";
import { isUntouched, type PlanProgress } from "../execute/plan-progress.ts";
import { PLAN_REVISIONS_MAX, PLAN_UNDONE_MAX } from "../limits.ts";
import type { TurnContext } from "../turn-context.ts";
import { askForPlan } from "./ask-for-plan.ts";
import type { CoordinatorMemory } from "./coordinator-memory.ts";
import { PLANNING_OFF, safeStep } from "./make-plan.ts";
import { revisionSchema } from "./plan-proposal.ts";
import { isPlanned, openingSegments, toWorkflow } from "./plan-turn.ts";
import { DECLINED } from "./resume-plan.ts";
import { COMPOSE } from "./to-plan.ts";

/** Failures without a revision: our own refusals, and an exhausted time limit. */
const FINAL = new Set(["policy-violation", "time-limit", "interrupted", "lease-lost"]);

/**
 * @param progress the outcomes so far; the last one is the failure
 * @returns the revision, recorded and frozen; null if none can be made: the turn then ends with the failure
 */
export async function revisePlan(
  context: TurnContext,
  memory: CoordinatorMemory,
  progress: PlanProgress,
  failure: StepOutcome,
): Promise<Plan | null> {
  const { ports, hop, turn, figures } = context;
  const { plan } = progress;
  if (ports.signal.aborted || plan.revision >= PLAN_REVISIONS_MAX) return null;
  if (FINAL.has(failure.reason ?? "")) return null;
  // Without planning, only the general agent takes over.
  if (!isPlanned(context) && failure.agent === context.registry.fallback.id) return null;
  // An agent that handed the task over is not planned for it again.
  const isHandOver = failure.status === "handed-over";
  const agents = isHandOver
    ? context.agents.filter(({ descriptor }) => descriptor.id !== failure.agent)
    : context.agents;
  const first = numberAfter(plan);
  const stepOutcomes = describeStepOutcomes(progress);
  const again = isAnyDeclined(progress) ? PLAN_AGAIN + KNOWN : PLAN_AGAIN;
  ports.appendEvent({ type: "run.noted", code: "planned-again", detail: stepOutcomes });
  const answer = isPlanned(context)
    ? await askForPlan({
        runId: turn.runId,
        agents,
        schema: revisionSchema(agents),
        hopRef: hop.ref,
        figures,
        ports,
        signal: ports.signal,
        opening: [
          ...openingSegments({ turn, agents }, memory),
          ...stepOutcomesSegments(turn.runId, originOfRun(context), plan, stepOutcomes, again),
        ],
        first,
        done: progress.results.map(({ stepId }) => stepId),
      })
    : { kind: "none" as const, reason: PLANNING_OFF, attempts: 0 };
  if (answer.kind === "stopped" || (answer.kind === "none" && !isHandOver)) return null;
  const proposed = answer.kind === "proposed" ? answer.proposal : null;
  const steps =
    answer.kind === "proposed"
      ? answer.steps
      : [safeStep(`s${first}`, context.registry.fallback.id)];
  const named = new Set([...(plan.undone ?? []), ...(proposed?.undone ?? [])]);
  // The person already knows what they declined.
  const undone = [...named].filter((what) => !isDeclined(progress, what));
  const revised: Plan = {
    revision: plan.revision + 1,
    source: proposed ? "model" : "safe-choice",
    reason: answer.kind === "none" ? answer.reason : (proposed?.reason ?? ""),
    steps: [...begunSteps(context, plan), ...withCompose(progress, steps)],
    attempts: answer.attempts,
    ...(undone.length > 0 ? { undone: undone.slice(0, PLAN_UNDONE_MAX) } : {}),
  };
  record(context, revised);
  if (isHandOver) recordRoute(context, revised, steps);
  return revised;
}

/** The started steps of the old plan, with their ids. The others count as dropped, not as missing. */
function begunSteps({ recorded }: TurnContext, { steps }: Plan): PlanStep[] {
  const ran = new Set(
    recorded.map(({ body }) =>
      body.type === "execution.recorded" ? body.execution.planStepId : null,
    ),
  );
  return steps.filter(({ id }) => ran.has(id));
}

const PLAN_AGAIN =
  "Plan again: above is what became of your plan. Name only the steps that are still to be taken now: what failed in another way, or once more where that may help; never again what was denied; what was not begun, where it still makes sense.";
const KNOWN = " What the person declined is not undone: they know of it.";

function isAnyDeclined({ stepOutcomes }: PlanProgress): boolean {
  return stepOutcomes.some(({ reason }) => reason === DECLINED);
}

function isDeclined({ stepOutcomes }: PlanProgress, what: string): boolean {
  return stepOutcomes.some(({ reason, objective }) => reason === DECLINED && objective === what);
}

function withCompose(progress: PlanProgress, steps: readonly PlanStep[]): PlanStep[] {
  const left = steps.filter(({ type }) => type === "agent").length;
  if (left === 1 && isUntouched(progress)) return [...steps];
  return progress.results.length + left > 0 ? [...steps, COMPOSE] : [...steps];
}

function numberAfter({ steps }: Plan): number {
  const numbers = steps.map(({ id }) => Number(/^s(\d+)$/.exec(id)?.[1] ?? 0));
  return Math.max(0, ...numbers) + 1;
}

function record({ ports, hop }: TurnContext, plan: Plan): void {
  ports.appendEvent({ type: "plan.made", hopRef: hop.ref, plan });
  hop.enrich({ orchestrator_plan: toOrchestratorPlan(plan), workflow: toWorkflow(plan) });
  ports.appendEvent({ type: "plan.frozen", hopRef: hop.ref, revision: plan.revision });
}

function recordRoute({ ports, hop }: TurnContext, { reason }: Plan, steps: readonly PlanStep[]) {
  const [only, ...others] = steps.filter(({ type }) => type === "agent");
  const agentId = only && others.length === 0 ? only.target : "coordinator";
  ports.appendEvent({
    type: "route.chosen",
    hopRef: hop.ref,
    agentId,
    reason,
    likely: null,
    speculation: "off",
  });
}

/** The outcomes so far as ids, objectives and codes, without the text of agents or tools. */
function describeStepOutcomes(progress: PlanProgress): string {
  const { plan, stepOutcomes, left } = progress;
  const notBegun = left.map(
    ({ id, target, objective }): StepOutcome => ({
      id,
      agent: target,
      objective,
      status: "not-begun",
    }),
  );
  const state = { steps: [...stepOutcomes, ...notBegun], undone: plan.undone ?? [] };
  return `What became of your plan so far:\n\n${JSON.stringify(state)}`;
}

/** The outcomes, which name objectives in a model's words, and below them what is asked. */
function stepOutcomesSegments(
  runId: string,
  origin: Origin,
  { revision }: Plan,
  outcomes: string,
  again: string,
): Segment[] {
  const of = { agentId: COORDINATOR_ID, runId };
  return [
    makeSegment({
      ...of,
      kind: "step-result",
      source: `plan:step-outcomes@${revision}`,
      origin,
      messages: [{ role: "user", content: outcomes }],
    }),
    makeSegment({
      ...of,
      kind: "system-prompt",
      source: AGAIN_SOURCE,
      origin: "deployment",
      messages: [{ role: "user", content: again }],
    }),
  ];
}

const AGAIN_SOURCE = "prompt:plan-again@1";

/** What is asked where a plan is revised, by the source of its segment. */
export const PLAN_AGAIN_PROMPTS = { [AGAIN_SOURCE]: [PLAN_AGAIN, PLAN_AGAIN + KNOWN] };
