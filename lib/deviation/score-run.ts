/** Scores a run's plan against its recorded execution. Agents' claims have no influence. */
import type { RecordedEvent } from "../contracts/run/log-event.ts";
import type { Plan } from "../contracts/run/plan.ts";
import { type ClaimMismatch, compareClaims } from "./compare-claims.ts";
import { AgentExecution } from "./payload-schemas.ts";
import {
  type LoggedExecution,
  type LoggedHop,
  toAgentExecution,
  toScoredPlan,
} from "./read-logged-run.ts";
import { scoreDeviation } from "./score.ts";
import type { DeviationScore } from "./score-result.ts";

export type RunScore = DeviationScore & {
  /**
   * Differences between agents' claims and what ran. They are no part of the score. `recordIndex` is the index among
   * all records.
   */
  claims: { agentId: string; mismatches: ClaimMismatch[] }[];
};

/**
 * @param stopped the person stopped the run, or it was interrupted: steps that it did not reach are not scored
 * @param isEmpty the run ended without a word of answer, so it has no score
 */
export function scoreRun(
  plan: Plan | null,
  recorded: readonly RecordedEvent[],
  stopped: boolean,
  isEmpty = false,
): RunScore {
  const hops: LoggedHop[] = [];
  const executions: LoggedExecution[] = [];
  const denied = new Set<string>();
  const suspendedIds = new Set<string>();
  for (const [seq, { body }] of recorded.entries()) {
    if (body.type === "hop.started") {
      const { hopRef, parentRef, kind, nodeId } = body;
      hops.push({ seq, hopRef, parentRef, kind, nodeId });
    } else if (body.type === "hop.ended") {
      if (body.outcome === "denied") denied.add(body.hopRef);
    } else if (body.type === "execution.recorded") {
      executions.push({ seq, execution: body.execution });
    } else if (body.type === "approval.requested") {
      for (const stepId of body.carried ?? []) suspendedIds.add(stepId);
    }
  }
  const { payload } = toAgentExecution(executions, hops, denied);
  const score = scoreDeviation(toScoredPlan(plan), payload, {
    ended: true,
    stopped,
    isEmpty,
    suspendedIds,
  });
  return { ...score, claims: readClaims(recorded, payload) };
}

function readClaims(
  recorded: readonly RecordedEvent[],
  { runs }: AgentExecution,
): RunScore["claims"] {
  const claimed = new Map<string, AgentExecution["runs"]>();
  for (const { body } of recorded) {
    if (body.type !== "execution.claimed") continue;
    const said = AgentExecution.safeParse(body.claims).data?.runs ?? [];
    claimed.set(body.agentId, [...(claimed.get(body.agentId) ?? []), ...said]);
  }
  return [...claimed].flatMap(([agentId, said]) => {
    const own = [...runs.entries()].filter(([, { metadata }]) => metadata?.node_id === agentId);
    const ran = own.map(([, record]) => record);
    const mismatches = compareClaims(said, ran).map((mismatch) => ({
      ...mismatch,
      recordIndex: own[mismatch.recordIndex ?? -1]?.[0] ?? null,
    }));
    return mismatches.length > 0 ? [{ agentId, mismatches }] : [];
  });
}
