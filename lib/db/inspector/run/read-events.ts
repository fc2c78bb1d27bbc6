/** Reads a range of a run's stored log, every event in its newest version. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { ROUTINE } from "../../../contracts/inspector/events/event-kinds.ts";
import type { EventWindowQuery } from "../../../contracts/inspector/events/event-page.ts";
import { AppError } from "../../../errors/app-error.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { EVENTS_PAGE_MAX, REMOTE_STATES_MAX } from "../../limits.ts";
import { columnsOf, table } from "../../typed-sql.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";

const event = columnsOf("log_event");
export const EVENT_KIND = sql<string>`CASE
  WHEN ${event("type")} = 'policy.decided' AND ${event("payload")} #>> '{decision,outcome}' = 'allow'
    THEN ${sql.lit(ROUTINE["policy.decided"])}
  WHEN ${event("type")} = 'state.loaded' AND ${event("payload")}->>'finding' IS NULL
    THEN ${sql.lit(ROUTINE["state.loaded"])}
  ELSE ${event("type")} END`;

/** `payload` is the raw column, null if it was erased. The caller validates it. */
export type StoredEvent = {
  seq: number;
  publicSeq: number | null;
  at: Date;
  type: string;
  visibility: string;
  payload: unknown;
  /** The event records or ends a call that was left for the person's approval. */
  left?: boolean;
};

export type StoredEvents = { events: StoredEvent[]; hasMore: boolean };

/**
 * The log codes a call that was left for the person's approval as `would_deny`, and ends its hop, and the gateway's hop
 * below it, as denied. A call that ran under a policy that observes has the same code, but its hop ended well. Both
 * events are written at once, so the other one is one of the next rows of the log.
 */
export const IS_LEFT = sql<boolean>`CASE
  WHEN ${event("type")} = 'execution.recorded' AND ${event("payload")} #>> '{execution,status}' = 'would_deny'
    THEN ${hasNear("hop.ended", 1, 3, sql`near.payload->>'outcome' = 'denied' AND near.hop_ref = ${event("hop_ref")}`)}
  WHEN ${event("type")} = 'hop.ended' AND ${event("payload")}->>'outcome' = 'denied'
    THEN ${hasNear(
      "execution.recorded",
      -3,
      -1,
      sql`near.payload #>> '{execution,status}' = 'would_deny' AND near.hop_ref IN (${event("hop_ref")}, (
        SELECT began.payload->>'parentRef' FROM ${table("log_event")} AS began
        WHERE began.run_id = ${event("run_id")} AND began.hop_ref = ${event("hop_ref")}
          AND began.type = 'hop.started' ORDER BY began.seq LIMIT 1))`,
    )}
  ELSE false END`;

/** Whether a row of this type stands so near in the same log. */
function hasNear(type: string, from: number, to: number, condition: RawBuilder<unknown>) {
  return sql`EXISTS (SELECT FROM ${table("log_event")} AS near WHERE near.run_id = ${event("run_id")}
    AND near.seq BETWEEN ${event("seq")} + ${sql.lit(from)} AND ${event("seq")} + ${sql.lit(to)}
    AND near.type = ${sql.lit(type)} AND ${condition})`;
}

/** The events of a run, oldest first; a caller narrows it. */
export function selectEvents(transaction: DatabaseTransaction, runId: string) {
  return transaction
    .selectFrom("log_event")
    .select(["seq", "public_seq as publicSeq", "at", "type", "visibility", "payload"])
    .select(IS_LEFT.as("left"))
    .where("run_id", "=", runId)
    .orderBy("seq");
}

/** The events beyond `after`, oldest first. */
export async function readEvents(
  transaction: DatabaseTransaction,
  runId: string,
  after: number,
): Promise<StoredEvents> {
  const events: StoredEvent[] = await selectEvents(transaction, runId)
    .where("seq", ">", after)
    .limit(EVENTS_PAGE_MAX + 1)
    .execute();
  const hasMore = events.length > EVENTS_PAGE_MAX;
  return { events: hasMore ? events.slice(0, EVENTS_PAGE_MAX) : events, hasMore };
}

// The kind of an event in SQL, see `event-kinds.ts`.

/** Whether an event is of one of these kinds. */
function isOfKinds(kinds: readonly string[]) {
  return sql<boolean>`${EVENT_KIND} = ANY(${[...kinds]}::text[])`;
}

// One event of a run's log, and its place among those of some types.

/**
 * Audited as `run.inspected` with its `seq`.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readEvent(actor: Actor, runId: string, seq: number): Promise<StoredEvent> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const range = { afterSeq: seq - 1, throughSeq: seq };
    await recordInspection(transaction, actor, runId, { part: "events", ...range });
    const event = await selectEvents(transaction, runId).where("seq", "=", seq).executeTakeFirst();
    if (!event) throw new AppError("not-found");
    return event;
  });
}

/** The number of events of these kinds before this one, and whether it is one itself. Reads no content. */
export async function rankEvent(
  actor: Actor,
  runId: string,
  seq: number,
  types: string[],
): Promise<{ rank: number; isShown: boolean }> {
  assertCan(actor, "run:inspect");
  const { before, own } = await kysely()
    .selectFrom("log_event")
    .select(({ fn, eb }) => [
      fn.countAll<string>().filterWhere("seq", "<", seq).as("before"),
      fn
        .countAll<string>()
        .filterWhere(eb("seq", "=", seq))
        .as("own"),
    ])
    .where("run_id", "=", runId)
    .where(isOfKinds(types))
    .where("seq", "<=", seq)
    .executeTakeFirstOrThrow();
  return { rank: Number(before), isShown: Number(own) > 0 };
}

/**
 * The stored states that name a conversation of a service, oldest first. They hold ids and no content.
 * The caller has audited its read of the run. @throws AppError `forbidden`
 */
export async function readRemoteStates(actor: Actor, runId: string): Promise<{ state: unknown }[]> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  const rows = await kysely()
    .selectFrom("hidden_state")
    .innerJoin("run", "run.conversation_id", "hidden_state.conversation_id")
    .select("hidden_state.state")
    .where("run.id", "=", runId)
    .where(({ ref }) => sql<boolean>`${ref("hidden_state.state")} ? 'ums_conversation_id'`)
    .orderBy("hidden_state.version", "desc")
    .limit(REMOTE_STATES_MAX)
    .execute();
  return rows.reverse();
}

// Reads a range of a run's log, of all or some types.

/**
 * Audited as `run.inspected` with its range, unless the range is empty.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readEventWindow(
  actor: Actor,
  runId: string,
  query: EventWindowQuery,
): Promise<{ events: StoredEvent[]; total: number }> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    await assertRun(transaction, runId);
    const { first, last, total } = await placeOf(transaction, runId, query);
    if (first === undefined || last === undefined) return { events: [], total };
    const range = { afterSeq: first - 1, throughSeq: last };
    await recordInspection(transaction, actor, runId, { part: "events", ...range });
    const stretch = selectEvents(transaction, runId)
      .where("seq", ">=", first)
      .where("seq", "<=", last);
    const events = query.types ? stretch.where(isOfKinds(query.types)) : stretch;
    return { events: await events.execute(), total };
  });
}

/** @throws AppError `not-found` */
export async function assertRun(transaction: DatabaseTransaction, runId: string): Promise<void> {
  const run = transaction.selectFrom("run").select("id").where("id", "=", runId);
  if (!(await run.executeTakeFirst())) throw new AppError("not-found");
}

/** The bounds of the range, and the number of all events. */
async function placeOf(
  transaction: DatabaseTransaction,
  runId: string,
  { from, limit, types, skip }: EventWindowQuery,
): Promise<{ first?: number; last?: number; total: number }> {
  const all = transaction.selectFrom("log_event").where("run_id", "=", runId);
  const ofTypes = types ? all.where(isOfKinds(types)) : all;
  const ordered = ofTypes.select("seq").orderBy("seq");
  const places = await (types
    ? ordered.offset(skip).limit(limit)
    : ordered.where("seq", ">=", from).where("seq", "<", from + limit)
  ).execute();
  // The `seq`s of all events are gapless from 1.
  const counted = types
    ? ofTypes.select(({ fn }) => fn.countAll<string>().as("total"))
    : all.select(({ fn }) => fn.max("seq").as("total"));
  const { total } = await counted.executeTakeFirstOrThrow();
  return { first: places[0]?.seq, last: places.at(-1)?.seq, total: Number(total ?? 0) };
}
