/** Compares an agent's own report with the run log. The result is shown beside the score and does not affect it. */
import type { ExecutionRecord } from "./payload-schemas.ts";
import { splitTool } from "./step-target.ts";

export type ClaimMismatch = {
  /** `not_run`: claimed only. `not_claimed`: ran only. The others: both, and they differ. */
  kind: "not_run" | "not_claimed" | "other_args" | "other_status";
  tool: string;
  /** Indices in the two lists. */
  claimIndex: number | null;
  recordIndex: number | null;
};

type Placed = { record: ExecutionRecord; index: number };

/**
 * Compares each claimed call with the call that ran. Pure, O(n).
 *
 * @param claimed the agent's own `agent_execution`; only its tool calls are compared
 * @param ran records of the same agent, in the order of the run log
 * @returns mismatches in the order of the claims, then unclaimed calls; empty where the report is accurate
 */
export function compareClaims(
  claimed: readonly ExecutionRecord[],
  ran: readonly ExecutionRecord[],
): ClaimMismatch[] {
  const { claims, pairs, unclaimed } = pairClaims(claimed, ran);
  const notClaimed = unclaimed.map((record) => mismatch("not_claimed", null, record));
  return [...claims.flatMap((claim) => differences(claim, pairs.get(claim.index))), ...notClaimed];
}

/**
 * Pairs each claimed call with one that ran: first by tool and arguments, then by tool alone.
 *
 * @returns `pairs`: the call that ran, by index of its claim; `unclaimed`: calls without a claim
 */
export function pairClaims(
  claimed: readonly ExecutionRecord[],
  ran: readonly ExecutionRecord[],
): { claims: Placed[]; pairs: Map<number, Placed>; unclaimed: Placed[] } {
  const claims = callsIn(claimed);
  const records = callsIn(ran);
  const exact = queueBy(records, exactKey);
  const taken = new Set<number>();
  const pairs = new Map<number, Placed>();
  const pair = (claim: Placed, from: Placed[] | undefined) => {
    let found = from?.shift();
    while (found && taken.has(found.index)) found = from?.shift();
    if (!found) return;
    taken.add(found.index);
    pairs.set(claim.index, found);
  };
  for (const claim of claims) pair(claim, exact.get(exactKey(claim)));
  const byTool = queueBy(records, toolKey);
  for (const claim of claims) {
    if (!pairs.has(claim.index)) pair(claim, byTool.get(toolKey(claim)));
  }
  return { claims, pairs, unclaimed: records.filter(({ index }) => !taken.has(index)) };
}

function callsIn(records: readonly ExecutionRecord[]): Placed[] {
  return records
    .map((record, index) => ({ record, index }))
    .filter(({ record }) => record.tool_invoked !== undefined);
}

function queueBy(records: readonly Placed[], keyOf: (placed: Placed) => string) {
  const queues = new Map<string, Placed[]>();
  for (const placed of records) {
    const key = keyOf(placed);
    const queue = queues.get(key);
    if (queue) queue.push(placed);
    else queues.set(key, [placed]);
  }
  return queues;
}

/** Without the version, which an agent may omit. */
function toolKey({ record }: Placed): string {
  return splitTool(record.tool_invoked ?? "").name;
}

function exactKey(placed: Placed): string {
  return `${toolKey(placed)}\n${placed.record.actual_args_sha256 ?? ""}`;
}

function differences(claim: Placed, found: Placed | undefined): ClaimMismatch[] {
  if (!found) return [mismatch("not_run", claim, null)];
  const said = claim.record;
  const did = found.record;
  const differing: ClaimMismatch[] = [];
  const saidArgs = said.actual_args_sha256;
  if (saidArgs && did.actual_args_sha256 && saidArgs !== did.actual_args_sha256)
    differing.push(mismatch("other_args", claim, found));
  if (outcomeOf(said) !== outcomeOf(did)) differing.push(mismatch("other_status", claim, found));
  return differing;
}

/** The outcomes that an agent can know itself. */
function outcomeOf({ status }: ExecutionRecord): "ok" | "failed" | "denied" {
  if (status === "ok") return "ok";
  return status === "denied" || status === "would_deny" ? "denied" : "failed";
}

function mismatch(
  kind: ClaimMismatch["kind"],
  claim: Placed | null,
  found: Placed | null,
): ClaimMismatch {
  const tool = (claim ?? found)?.record.tool_invoked ?? "";
  return {
    kind,
    tool,
    claimIndex: claim?.index ?? null,
    recordIndex: found?.index ?? null,
  };
}
