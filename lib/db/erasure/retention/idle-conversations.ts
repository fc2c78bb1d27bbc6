/**
 * Conversations without a turn for so many days, also by what the database alone cannot change: the ids of their runs, and the rows
 * of the trail that say when they ended. Whoever owns the database can set the time of the last turn.
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { isOwnRow } from "../../audit/own-rows.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { CLOCKS_APART_MS } from "../../limits.ts";
import { firstRunIdAt } from "../../runs/create-event-months.ts";
import { columnsOf, table } from "../../typed-sql.ts";

const run = columnsOf("run");
const conversation = columnsOf("conversation");
const ended = columnsOf("audit_event", "ended");

export const before = (days: number) => sql<Date>`now() - ${days}::int * interval '1 day'`;

export const IS_LIVE = sql`EXISTS (SELECT 1 FROM ${table("run")}
  WHERE ${run("conversation_id")} = ${conversation("id")} AND ${run("status")} = 'running')`;

const END = sql`FROM ${table("audit_event")} AS ended
  WHERE ${ended("run_id")} = ${run("id")} AND ${ended("action")} = 'run.ended'`;

/** A run whose end is on record later than that, or that has none and began later. */
const hasYoungRun = (days: number) => sql`EXISTS (SELECT 1 FROM ${table("run")}
  WHERE ${run("conversation_id")} = ${conversation("id")} AND (
    EXISTS (SELECT 1 ${END} AND ${ended("at")} >= ${before(days)})
    OR (${run("id")} >= ${firstRunIdAt(daysAgo(days))}::uuid AND NOT EXISTS (SELECT 1 ${END}))))`;

/** A condition on `conversation`. Before it erases words, the caller asks `isIdleByOwnRows`. */
export const isIdle = (days: number) => sql<boolean>`${isOld(days)} AND NOT ${hasYoungRun(days)}`;

const isOld = (days: number): RawBuilder<unknown> =>
  sql`${conversation("updated_at")} < ${before(days)} AND NOT ${IS_LIVE}`;

const daysAgo = (days: number, laterMs = 0) => new Date(Date.now() - days * 86_400_000 + laterMs);

/** Whether the application wrote the rows that say when its runs ended. */
export async function isIdleByOwnRows(
  transaction: DatabaseTransaction,
  conversationId: string,
): Promise<boolean> {
  const rows = await transaction
    .selectFrom("audit_event")
    .innerJoin("run", "run.id", "audit_event.run_id")
    .selectAll("audit_event")
    .where("run.conversation_id", "=", conversationId)
    .where("audit_event.action", "=", "run.ended")
    .execute();
  for (const row of rows) if (!(await isOwnRow(row, transaction))) return false;
  return true;
}

/** Those whose last turn is said to be older than a run of theirs, by more than clocks are apart. */
export async function findBackdated(
  transaction: DatabaseTransaction,
  days: number,
  rowsMax: number,
): Promise<string[]> {
  const younger = firstRunIdAt(daysAgo(days, CLOCKS_APART_MS));
  const { rows } = await sql<{ id: string }>`
    SELECT ${conversation("id")} FROM ${table("conversation")}
    WHERE ${isOld(days)} AND ${hasYoungRun(days)} AND EXISTS (SELECT 1 FROM ${table("run")}
      WHERE ${run("conversation_id")} = ${conversation("id")} AND ${run("id")} >= ${younger}::uuid)
    LIMIT ${rowsMax}::int`.execute(transaction);
  return rows.map(({ id }) => id);
}
