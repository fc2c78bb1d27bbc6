import "server-only";
/** Limits of one person's runs, counted in the database across all instances. */
import { type RawBuilder, sql } from "kysely";
import { columnsOf, table } from "../typed-sql.ts";

export type RunLimits = {
  maxRunsAtOnce: number;
  /** Retries and decisions count as sends. */
  maxSendsPerMinute: number;
  /** What the person may spend on models in a day, and in a month (UTC); null: no budget. */
  maxSpentToday: number | null;
  maxSpentThisMonth: number | null;
};

type GivenLimits = { [Limit in keyof RunLimits]: RawBuilder<RunLimits[Limit]> };

const run = columnsOf("run");

/** The lowest free slot below the limit; null if all are taken. Its cost grows with the slots taken, not with the limit. */
export function freeSlot(
  userId: RawBuilder<string>,
  { maxRunsAtOnce }: Pick<GivenLimits, "maxRunsAtOnce">,
) {
  return sql<number | null>`(
    SELECT min(free.slot) FROM (
      SELECT 0 UNION ALL SELECT ${run("slot")} + 1 FROM ${table("run")}
      WHERE ${run("user_id")} = ${userId} AND ${run("status")} = 'running'
    ) AS free(slot)
    WHERE free.slot < ${maxRunsAtOnce}::int AND NOT EXISTS (SELECT FROM ${table("run")}
      WHERE ${run("user_id")} = ${userId} AND ${run("status")} = 'running' AND ${run("slot")} = free.slot))`;
}

/** True if the person may start another run in this minute. */
export function maySend(
  userId: RawBuilder<string>,
  { maxSendsPerMinute }: Pick<GivenLimits, "maxSendsPerMinute">,
) {
  return sql<boolean>`(
    SELECT count(*) FROM ${table("run")}
    WHERE ${run("user_id")} = ${userId} AND ${run("started_at")} > ${A_MINUTE_AGO}
  ) + ${erasedSends(userId)} < ${maxSendsPerMinute}::int`;
}

const A_MINUTE_AGO = sql`now() - interval '1 minute'`;
const trail = columnsOf("audit_event");

/**
 * Counts the runs of the last minute whose conversation was erased since. The audit trail lists their ids, and an id contains
 * the time at which its run began.
 */
function erasedSends(userId: RawBuilder<string>) {
  return sql`(
    SELECT count(*) FROM ${table("audit_event")},
      jsonb_array_elements_text(${trail("detail")}->'runIds') AS erased(run_id)
    WHERE ${trail("subject_id")} = ${userId} AND ${trail("at")} > ${A_MINUTE_AGO}
      AND ${trail("action")} = 'conversation.erased'
      AND left(replace(erased.run_id, '-', ''), 12)
        > lpad(to_hex((extract(epoch FROM ${A_MINUTE_AGO}) * 1000)::bigint), 12, '0'))`;
}

const spending = columnsOf("spending");

/** What a person has spent before this turn; null where there is no budget for the period, so nothing is summed. */
export function spentBefore(
  userId: RawBuilder<string>,
  { maxSpentToday, maxSpentThisMonth }: Pick<GivenLimits, "maxSpentToday" | "maxSpentThisMonth">,
) {
  const since = (start: RawBuilder<unknown>, max: RawBuilder<number | null>) =>
    sql<number | null>`(SELECT CASE WHEN ${max}::float8 IS NOT NULL THEN (
      SELECT coalesce(sum(${spending("cost")}), 0) FROM ${table("spending")}
      WHERE ${spending("user_id")} = ${userId} AND ${spending("day")} >= ${start}) END)`;
  return {
    today: since(TODAY, maxSpentToday),
    thisMonth: since(FIRST_OF_MONTH, maxSpentThisMonth),
  };
}

export const TODAY = sql`(now() AT TIME ZONE 'UTC')::date`;
export const FIRST_OF_MONTH = sql`date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

/** True while less than this was spent. */
export function isWithin(spent: RawBuilder<unknown>, max: RawBuilder<number | null>) {
  return sql<boolean>`coalesce(${spent} < ${max}::float8, true)`;
}

/** What the person had spent when the turn began; null where there is no budget for it. */
export type SpentBefore = { today: number | null; thisMonth: number | null };

/** The limits of one person that refuse a turn, as codes of lib/errors. */
export type LimitReached =
  | "too-many-runs"
  | "too-many-sends"
  | "budget-spent-today"
  | "budget-spent-this-month";

/** @returns the budget that leaves nothing, or null */
export function exhaustedBudget(
  { today, thisMonth }: SpentBefore,
  { maxSpentToday, maxSpentThisMonth }: RunLimits,
): Extract<LimitReached, `budget-${string}`> | null {
  const isSpent = (spent: number | null, max: number | null) =>
    spent !== null && max !== null && spent >= max;
  if (isSpent(thisMonth, maxSpentThisMonth)) return "budget-spent-this-month";
  return isSpent(today, maxSpentToday) ? "budget-spent-today" : null;
}
