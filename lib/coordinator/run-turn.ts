/** Runs one turn: plans it, runs the agents, and concludes it. */
import "server-only";
import type { AgentRegistry } from "../agents/create-registry.ts";
import type { LoopEnd } from "../agents/loop/loop-types.ts";
import { REGISTRY } from "../agents/registry.ts";
import { madeFrom } from "../contracts/model/origin.ts";
import type { Plan } from "../contracts/run/plan.ts";
import type { RunPorts, RunResult } from "../contracts/run/run-work.ts";
import { readDeploymentSpending } from "../db/limits/deployment-spending.ts";
import {
  arePoliciesFresh,
  loadPolicies,
  policiesNow,
  readyPolicies,
} from "../db/policies/load-policies.ts";
import type { CreatedTurn } from "../db/turns/created-turn.ts";
import { toScoredPlan } from "../deviation/read-logged-run.ts";
import { settings } from "../env/settings.ts";
import { AppError } from "../errors/app-error.ts";
import { compileKnown } from "../governance/compile-policies.ts";
import { hasDeploymentBudget, listBudgets } from "./budgets.ts";
import { concludeTurn } from "./conclude-turn.ts";
import { executePlan } from "./execute/execute-plan.ts";
import { mayRun } from "./execute/run-agent-step.ts";
import { type Speculation, startLikelyAgent } from "./execute/start-likely-agent.ts";
import { loadAgents } from "./load-agents.ts";
import { recallCoordinator } from "./plan/coordinator-memory.ts";
import { isForOneAgent, isPlanned, planTurn, toWorkflow } from "./plan/plan-turn.ts";
import { resumePlan } from "./plan/resume-plan.ts";
import { revisePlan } from "./plan/revise-plan.ts";
import { recordDecision } from "./suspend/change-approval.ts";
import { openTurnContext, type TurnContext } from "./turn-context.ts";

/**
 * @param replacedRunId the run whose answer this turn replaces or continues; its exchange is forgotten
 * @param registry the agents to plan with
 */
export async function runTurn(
  turn: CreatedTurn,
  ports: RunPorts,
  replacedRunId: string | null,
  registry: AgentRegistry = REGISTRY,
): Promise<RunResult> {
  if (turn.approval?.isForged) throw new AppError("approval-forged");
  const [{ agents, missing }, , spending] = await Promise.all([
    loadAgents(registry),
    loadPolicies(),
    hasDeploymentBudget() ? readDeploymentSpending() : null,
  ]);
  // To load the agents for the first time may take longer than what was read stays in force.
  if (!arePoliciesFresh()) await readyPolicies();
  const budgets = listBudgets(turn.spent, spending);
  const policies = () => compileKnown(policiesNow());
  const deadline = ports.clock.limit(settings().TURN_MAX_MS);
  const leftMs = (limit: AbortSignal | null) =>
    Math.min(ports.clock.leftMs(limit), ports.clock.leftMs(deadline));
  const signal = AbortSignal.any([ports.signal, deadline]);
  const { conversationId } = turn;
  const bounded = {
    ...ports,
    ...(ports.turn ? { turn: { ...ports.turn, conversationId } } : {}),
    signal,
    clock: { ...ports.clock, leftMs },
  };
  const context = openTurnContext(
    { turn, registry, agents, policies, replacedRunId, budgets },
    bounded,
  );
  const isLate = () => deadline.aborted && !ports.signal.aborted;
  const { hop } = context;
  ports.emitStatus("thinking");
  ports.glass?.show(turn.text);
  for (const { server, tool, reason } of missing) {
    const detail = `${tool ?? "all tools"} of ${server}: ${reason}`;
    context.ports.appendEvent({ type: "run.noted", code: "tools-missing", detail });
  }
  recordDecision(turn.approval, context.ports);
  context.resumedPlan = resumePlan(turn, context.ports);
  const memory = await recallCoordinator(context);
  if (settings().SHARED_CONTEXT) context.sharedContext = memory.shown.shared_context;
  context.sharedOrigin = madeFrom("model", memory.origins);
  const isKnown = turn.approval !== null || turn.continued !== null || !isPlanned(context);
  const likely = isKnown ? null : startLikelyAgent(context, memory.likelyAgentId);
  const planned = await planTurn(context, memory);
  if (!planned) {
    await likely?.drop();
    return concludeTurn(context, memory, null, {
      end: isLate() ? TOO_LATE : { kind: "stopped" },
      agentId: registry.fallback.id,
      outcomes: [],
      suspendedPlan: null,
    });
  }
  const { plan } = planned;
  const used = await resolveSpeculation(context, likely, plan);
  context.ports.appendEvent({
    type: "route.chosen",
    hopRef: hop.ref,
    agentId: isForOneAgent(plan) ?? "coordinator",
    reason: plan.reason,
    likely: likely?.agentId ?? null,
    speculation: likely ? (used ? "used" : "dropped") : "off",
  });
  const scored = toScoredPlan(plan);
  hop.enrich({ ...(scored ? { orchestrator_plan: scored } : {}), workflow: toWorkflow(plan) });
  context.ports.appendEvent({ type: "plan.frozen", hopRef: hop.ref, revision: plan.revision });
  const executed = await executePlan(context, plan, used, (progress, failure) =>
    revisePlan(context, memory, progress, failure),
  );
  const end = executed.end.kind === "stopped" && isLate() ? TOO_LATE : executed.end;
  return concludeTurn(context, memory, { ...planned, plan: executed.plan }, { ...executed, end });
}

const TOO_LATE: LoopEnd = { kind: "failed", reason: "time-limit" };

/** Keeps the likely agent's work if the plan gives it the whole turn and the policies allow that. Else drops it. */
async function resolveSpeculation(
  context: TurnContext,
  likely: Speculation | null,
  plan: Plan,
): Promise<Speculation | null> {
  if (!likely) return null;
  const { agentId } = likely;
  await readyPolicies();
  // A policy may speak of the objective, which did not exist when the agent began.
  if (agentId === isForOneAgent(plan) && mayRun(context, agentId, plan.steps[0] ?? null))
    return likely;
  await likely.drop();
  return null;
}
