import "server-only";
/** One turn behind the glass: plan, route, run, record. Knows no browser. */
import type { RunPorts, RunResult } from "../contracts/run-work.ts";
import type { BegunTurn } from "../db/begun-turn.ts";
import { loadPolicies } from "../db/policies/load-policies.ts";
import { toOrchestratorPlan } from "../deviation/read-logged-run.ts";
import { settings } from "../env/settings.ts";
import { untilTurn } from "../event-loop/until-turn.ts";
import { compilePolicies } from "../governance/compile-policies.ts";
import { takeUpRest } from "./carry/take-up-rest.ts";
import { concludeTurn } from "./conclude-turn.ts";
import { beginLikelyAgent, type Speculation } from "./execute/begin-likely-agent.ts";
import { executePlan } from "./execute/execute-plan.ts";
import { recallCoordinator } from "./memory/recall-coordinator.ts";
import { ourAgents } from "./our-agents.ts";
import { isForOneAgent, planTurn } from "./plan/plan-turn.ts";
import { revisePlan } from "./plan/revise-plan.ts";
import { openScene } from "./turn-scene.ts";

/** @param replacedRunId the run whose answer a retry replaces: its exchange is forgotten */
export async function runTurn(
  turn: BegunTurn,
  ports: RunPorts,
  replacedRunId: string | null,
): Promise<RunResult> {
  const [{ agents, missing }, rows] = await Promise.all([ourAgents(), loadPolicies()]);
  const policies = compilePolicies(rows);
  const scene = openScene({ turn, agents, policies, replacedRunId }, ports);
  const { hop } = scene;
  ports.tell("thinking");
  for (const { server, tool, reason } of missing) {
    const detail = `${tool ?? "all tools"} of ${server}: ${reason}`;
    scene.ports.record({ type: "run.noted", code: "tools-missing", detail });
  }
  scene.takenUp = takeUpRest(scene);
  const memory = recallCoordinator(scene);
  if (settings().SHARED_CONTEXT) scene.sharedContext = memory.state.shared_context;
  const likely = turn.approval ? null : beginLikelyAgent(scene, memory.likelyAgentId);
  const made = await planTurn(scene, memory);
  if (!made) {
    await likely?.drop();
    return concludeTurn(scene, memory, null, STOPPED);
  }
  const { plan } = made;
  const used = await settle(likely, isForOneAgent(plan));
  scene.ports.record({
    type: "route.chosen",
    hopRef: hop.ref,
    agentId: isForOneAgent(plan) ?? "coordinator",
    reason: plan.reason,
    likely: likely?.agentId ?? null,
    speculation: likely ? (used ? "used" : "dropped") : "off",
  });
  hop.enrich({ orchestrator_plan: toOrchestratorPlan(plan) });
  scene.ports.record({ type: "plan.frozen", hopRef: hop.ref, revision: plan.revision });
  const executed = await executePlan(scene, plan, used, (course, trouble) =>
    revisePlan(scene, memory, course, trouble),
  );
  // Whoever stops it waits for its end; of an answer that stands, nobody does.
  if (!ports.signal.aborted) await untilTurn("ending");
  return concludeTurn(scene, memory, { ...made, plan: executed.plan }, executed);
}

const STOPPED = {
  end: { kind: "stopped" as const },
  agentId: "general",
  outcomes: [],
  carried: null,
};

/** The likely agent's work is used where the plan gives the whole turn to that agent, and dropped elsewhere. */
async function settle(
  likely: Speculation | null,
  plannedAgentId: string | null,
): Promise<Speculation | null> {
  if (!likely || likely.agentId === plannedAgentId) return likely;
  await likely.drop();
  return null;
}
