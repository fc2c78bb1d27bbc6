/** Reads a range of a run's model calls with their results. */
import "server-only";
import { sql } from "kysely";
import type { DatabaseTransaction } from "../../client.ts";
import { columnsOf } from "../../typed-sql.ts";

/** `payload` is the raw column. The caller validates it. */
export type LoggedEvent = {
  seq: number;
  at: Date;
  type: string;
  hopRef: string | null;
  payload: unknown;
};

/** The events of a run, oldest first, without payloads; a caller narrows it. */
export function selectLogged(transaction: DatabaseTransaction, runId: string) {
  return transaction
    .selectFrom("log_event")
    .select(["seq", "at", "type", "hop_ref as hopRef"])
    .where("run_id", "=", runId)
    .orderBy("seq");
}

/** A payload without the received envelope, which can be long. */
export const PLAIN_PAYLOAD = sql<unknown>`${columnsOf("log_event")("payload")}
  - 'headers' - 'envelope' - 'spilled'`.as("payload");

export type CallStretch = { after: number; hop?: string; limit: number };

/** The calls after an event, oldest first: `model.called` events. */
export function readCalled(
  transaction: DatabaseTransaction,
  runId: string,
  { after, hop, limit }: CallStretch,
): Promise<LoggedEvent[]> {
  const calls = selectLogged(transaction, runId)
    .select("payload")
    .where("type", "=", "model.called")
    .where("seq", ">", after)
    .limit(limit);
  return (hop === undefined ? calls : calls.where("hop_ref", "=", hop)).execute();
}

/** The newest calls, oldest first. */
export async function readLastCalled(
  transaction: DatabaseTransaction,
  runId: string,
  limit: number,
): Promise<LoggedEvent[]> {
  const rows = await selectLogged(transaction, runId)
    .select("payload")
    .where("type", "=", "model.called")
    .clearOrderBy()
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
  return rows.reverse();
}

/** The number of calls in the run, and of those that this hop made. */
export async function countCalled(
  transaction: DatabaseTransaction,
  runId: string,
  hop?: string,
): Promise<{ total: number; matching: number }> {
  const isHops = hop === undefined ? sql`true` : sql`${columnsOf("log_event")("hop_ref")} = ${hop}`;
  return transaction
    .selectFrom("log_event")
    .select([
      sql<number>`count(*)::int`.as("total"),
      sql<number>`(count(*) FILTER (WHERE ${isHops}))::int`.as("matching"),
    ])
    .where("run_id", "=", runId)
    .where("type", "=", "model.called")
    .executeTakeFirstOrThrow();
}

/** Answers and retries of these calls, and the starts and service's ends of the hops that made them, oldest first. */
export async function readCallSequels(
  transaction: DatabaseTransaction,
  runId: string,
  calls: readonly LoggedEvent[],
): Promise<LoggedEvent[]> {
  const hops = [...new Set(calls.map(({ hopRef }) => hopRef ?? ""))];
  if (hops.length === 0) return [];
  const ids = calls.map(({ payload }) => String((payload as { callId?: unknown } | null)?.callId));
  return selectLogged(transaction, runId)
    .select(PLAIN_PAYLOAD)
    .where("hop_ref", "in", hops)
    .where(({ or, and, eb, ref }) =>
      or([
        eb("type", "=", "hop.started"),
        // Only the end of a service's hop tells how long its turn took.
        and([eb("type", "=", "hop.ended"), sql<boolean>`${ref("payload")} ? 'serviceMs'`]),
        and([
          eb("type", "in", ["model.answered", "model.retried"]),
          sql<boolean>`${ref("payload")}->>'callId' = ANY(${ids}::text[])`,
        ]),
      ]),
    )
    .execute();
}

/** Calls that a policy stopped before they were made. */
export function readStopped(
  transaction: DatabaseTransaction,
  runId: string,
  limit: number,
): Promise<LoggedEvent[]> {
  return selectLogged(transaction, runId)
    .select("payload")
    .where("type", "=", "policy.violated")
    .limit(limit)
    .execute();
}
