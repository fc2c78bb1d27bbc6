import "server-only";
/** The end of a turn behind the glass: what is awaited, what was kept, how the plan was met. */
import { randomUUID } from "node:crypto";
import type { AgentOutcome } from "../agents/agent.ts";
import type { LoopEnd } from "../agents/loop-types.ts";
import type { PolicyOutcome } from "../contracts/hop-decision.ts";
import { type NewApproval, NO_KEEPSAKES, type RunResult } from "../contracts/run-work.ts";
import { carriedIds } from "./carry/carry-rest.ts";
import type { Executed } from "./execute/execute-plan.ts";
import { hopOutcome } from "./execute/run-agent-step.ts";
import type { CoordinatorMemory } from "./memory/recall-coordinator.ts";
import { rememberCoordinator } from "./memory/remember-coordinator.ts";
import type { MadePlan } from "./plan/to-plan.ts";
import { nodeHistory } from "./score/node-history.ts";
import { scoreRun } from "./score/score-run.ts";
import type { TurnScene } from "./turn-scene.ts";

const MENTION_MAX_CHARS = 100;

export function concludeTurn(
  scene: TurnScene,
  memory: CoordinatorMemory,
  made: MadePlan | null,
  executed: Omit<Executed, "plan">,
): RunResult {
  const { ports, hop, figures, recorded, turn } = scene;
  const { end, agentId, outcomes } = executed;
  const approvals = requestApprovals(scene, made, executed);
  const own = rememberCoordinator(scene, memory, {
    active_agent: agentId,
    awaiting: awaitingAfter(memory, agentId, approvals, outcomes),
    shared_context: mentioned(scene, made),
  });
  const kept = outcomes.map(({ keepsakes }) => ({ ...NO_KEEPSAKES, ...keepsakes }));
  hop.end(hopOutcome(end));
  const score = scoreRun(made?.plan ?? null, recorded);
  const { metric_version: metricVersion } = score;
  ports.record({ type: "deviation.scored", score: score.score, metricVersion });
  return {
    ...toEnding(end),
    totals: { agentId, ...figures },
    newStates: [...own.newStates, ...kept.flatMap((one) => one.newStates)],
    setAside: [
      ...(memory.setAside ? [memory.setAside] : []),
      ...kept.flatMap((one) => one.setAside),
    ],
    contextDeltas: [...own.contextDeltas, ...kept.flatMap((one) => one.contextDeltas)],
    documents: kept.flatMap((one) => one.documents),
    approvals,
    nodeHistory: nodeHistory({ recorded, input: turn.text, answer: ports.answer() }),
    deviation: { score: score.score, detail: { plan: made?.plan ?? null, ...score } },
    policyOutcome: gravestOutcome(scene),
  };
}

/** A question, and with it what waits for the same word. */
function requestApprovals(
  scene: TurnScene,
  made: MadePlan | null,
  { agentId, outcomes, carried: course }: Omit<Executed, "plan">,
): NewApproval[] {
  const { ports, hop } = scene;
  const waits = made && course ? { carried: carriedIds(scene, made.plan, course) } : {};
  return outcomes.flatMap(({ approval }) => {
    if (!approval) return [];
    const id = randomUUID();
    const { tool, question } = approval;
    const asked = { hopRef: hop.ref, approvalId: id, tool, question };
    ports.record({ type: "approval.requested", ...asked, ...waits });
    return [{ id, agentId, course, ...approval }];
  });
}

/** An approval first, then what the agent waits for; an aside to another agent leaves the waiting as it was. */
function awaitingAfter(
  memory: CoordinatorMemory,
  agentId: string,
  approvals: readonly NewApproval[],
  outcomes: readonly AgentOutcome[],
): string | null {
  if (approvals[0]) return `${agentId}: the person's approval of ${approvals[0].tool}`;
  const awaits = outcomes.at(-1)?.awaits;
  if (awaits) return `${agentId}: ${awaits}`;
  const before = memory.state.awaiting;
  const isAside = before?.startsWith("concierge:") && agentId !== "concierge";
  return isAside ? before : null;
}

/** Names only, and only what this turn brought: the rest stays as it was. */
function mentioned({ turn }: TurnScene, made: MadePlan | null) {
  const file = turn.files.findLast(({ current }) => current)?.name.slice(0, MENTION_MAX_CHARS);
  const { person = null, place = null } = made?.mentions ?? {};
  return {
    ...(person ? { last_person: person } : {}),
    ...(place ? { last_place: place } : {}),
    ...(file ? { last_file: file } : {}),
  };
}

const GRAVITY: PolicyOutcome[] = ["allow", "would_deny", "needs_approval", "deny"];

function gravestOutcome({ recorded }: TurnScene): PolicyOutcome | null {
  const gravest = recorded.reduce((worst, { body }) => {
    const outcome = body.type === "policy.decided" ? body.decision.outcome : "allow";
    return Math.max(worst, body.type === "policy.decided" ? GRAVITY.indexOf(outcome) : -1);
  }, -1);
  return GRAVITY[gravest] ?? null;
}

function toEnding(end: LoopEnd): Pick<RunResult, "ending" | "reason"> {
  switch (end.kind) {
    case "answered":
    case "awaits-approval":
      return { ending: "complete", reason: null };
    case "failed":
      return { ending: "failed", reason: end.reason };
    case "empty":
    case "stopped":
      return { ending: end.kind, reason: null };
    case "handed-over":
      // Nobody else took it.
      return { ending: "empty", reason: null };
  }
}
