import "server-only";
/** Model calls in a run's log: a stretch of them, with what became of each. */
import { Prisma } from "../../generated/client.ts";
import type { InspectionTransaction } from "../audited-read.ts";

/** `payload` is what the column holds: whoever shows it validates it. */
export type LoggedEvent = {
  seq: number;
  at: Date;
  type: string;
  hopRef: string | null;
  payload: unknown;
};

export const LOGGED = Prisma.sql`e.seq, e.at, e.type, e.hop_ref AS "hopRef"`;

export type CallStretch = { after: number; hop?: string; limit: number };

/** The calls beyond a place, oldest first: `model.called` events. */
export function readCalled(
  transaction: InspectionTransaction,
  runId: string,
  { after, hop, limit }: CallStretch,
): Promise<LoggedEvent[]> {
  return transaction.$queryRaw<LoggedEvent[]>(Prisma.sql`
SELECT ${LOGGED}, e.payload FROM run_event e
WHERE e.run_id = ${runId}::uuid AND e.type = 'model.called' AND e.seq > ${after} AND ${ofHop(hop)}
ORDER BY e.seq LIMIT ${limit}`);
}

/** The newest calls, oldest first. */
export async function readLastCalled(
  transaction: InspectionTransaction,
  runId: string,
  limit: number,
): Promise<LoggedEvent[]> {
  const rows = await transaction.$queryRaw<LoggedEvent[]>(Prisma.sql`
SELECT ${LOGGED}, e.payload FROM run_event e
WHERE e.run_id = ${runId}::uuid AND e.type = 'model.called' ORDER BY e.seq DESC LIMIT ${limit}`);
  return rows.reverse();
}

/** How many calls the run holds, and how many of them this hop made. */
export async function countCalled(
  transaction: InspectionTransaction,
  runId: string,
  hop?: string,
): Promise<{ total: number; matching: number }> {
  const [row] = await transaction.$queryRaw<{ total: number; matching: number }[]>(Prisma.sql`
SELECT count(*)::int AS total, count(*) FILTER (WHERE ${ofHop(hop)})::int AS matching
FROM run_event e WHERE e.run_id = ${runId}::uuid AND e.type = 'model.called'`);
  return row ?? { total: 0, matching: 0 };
}

/** Answers and retries of these calls, and the starts of the hops that made them, oldest first. */
export async function readCallSequels(
  transaction: InspectionTransaction,
  runId: string,
  calls: readonly LoggedEvent[],
): Promise<LoggedEvent[]> {
  const hops = [...new Set(calls.map(({ hopRef }) => hopRef ?? ""))];
  if (hops.length === 0) return [];
  const ids = calls.map(({ payload }) => String((payload as { callId?: unknown } | null)?.callId));
  return transaction.$queryRaw<LoggedEvent[]>(Prisma.sql`
SELECT ${LOGGED}, e.payload - 'headers' - 'envelope' - 'spilled' AS payload FROM run_event e
WHERE e.run_id = ${runId}::uuid AND e.hop_ref = ANY(${hops})
  AND (e.type = 'hop.started'
    OR (e.type IN ('model.answered', 'model.retried') AND e.payload->>'callId' = ANY(${ids})))
ORDER BY e.seq`);
}

/** Calls that a policy stopped before they were made. */
export function readStopped(
  transaction: InspectionTransaction,
  runId: string,
  limit: number,
): Promise<LoggedEvent[]> {
  return transaction.$queryRaw<LoggedEvent[]>(Prisma.sql`
SELECT ${LOGGED}, e.payload FROM run_event e
WHERE e.run_id = ${runId}::uuid AND e.type = 'policy.violated' ORDER BY e.seq LIMIT ${limit}`);
}

function ofHop(hop: string | undefined): Prisma.Sql {
  return hop === undefined ? Prisma.sql`true` : Prisma.sql`e.hop_ref = ${hop}`;
}
