/** Limits of one person's runs, counted in the database across all instances. */
import "server-only";
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

const run = columnsOf("run");

/** The slots of the person's running runs. */
export function slotsTaken(userId: RawBuilder<string>) {
  return sql<number[]>`ARRAY(
    SELECT ${run("slot")} FROM ${table("run")}
    WHERE ${run("user_id")} = ${userId} AND ${run("status")} = 'running')`;
}

/** Slots from which one is chosen: enough that two sends of one person in one moment seldom choose the same. */
const SLOTS_CHOSEN_FROM = 16;

/**
 * A free slot below the limit; null if all are taken. One of several by chance: whoever sends often at once would
 * otherwise have every send but one fail at the same slot. `run_user_slot` decides.
 */
export function freeSlotOf(
  taken: readonly number[],
  { maxRunsAtOnce }: Pick<RunLimits, "maxRunsAtOnce">,
): number | null {
  const isTaken = new Set(taken);
  const free: number[] = [];
  for (let slot = 0; slot < maxRunsAtOnce && free.length < SLOTS_CHOSEN_FROM; slot += 1)
    if (!isTaken.has(slot)) free.push(slot);
  return free[Math.floor(Math.random() * free.length)] ?? null;
}

/** How many runs the person has begun in the last minute. */
export function sentLately(userId: RawBuilder<string>) {
  return sql<number>`((
    SELECT count(*) FROM ${table("run")}
    WHERE ${run("user_id")} = ${userId} AND ${run("started_at")} > ${A_MINUTE_AGO}
  ) + ${erasedSends(userId)})::int`;
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

/** Which sums are needed: those for which there is a budget. */
export function spentParts({
  maxSpentToday,
  maxSpentThisMonth,
}: Pick<RunLimits, "maxSpentToday" | "maxSpentThisMonth">) {
  return { today: maxSpentToday !== null, thisMonth: maxSpentThisMonth !== null };
}

/** What a person has spent before this turn; null where there is no budget for the period, so nothing is summed. */
export function spentBefore(
  userId: RawBuilder<string>,
  { today, thisMonth }: ReturnType<typeof spentParts>,
) {
  const since = (start: RawBuilder<unknown>) =>
    sql<number | null>`(SELECT coalesce(sum(${spending("cost")}), 0) FROM ${table("spending")}
      WHERE ${spending("user_id")} = ${userId} AND ${spending("day")} >= ${start})`;
  const none = sql<number | null>`NULL::float8`;
  return {
    today: today ? since(TODAY) : none,
    thisMonth: thisMonth ? since(FIRST_OF_MONTH) : none,
  };
}

export const TODAY = sql`(now() AT TIME ZONE 'UTC')::date`;
export const FIRST_OF_MONTH = sql`date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

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
