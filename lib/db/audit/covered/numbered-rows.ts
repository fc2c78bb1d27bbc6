/**
 * Rows of the trail that say what holds from now on, such as what a person thinks of an answer, are numbered for each target:
 * the one with the greatest number counts. Times would not do, since clocks of instances differ by seconds.
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { AuditAction } from "../../../contracts/audit/audit-event.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { ROW_TIME_TOLERANCE_MS } from "../../limits.ts";
import type { Standing } from "./standing-rows.ts";

/** Null of a row without one. */
export const numberOf = sql<
  string | null
>`CASE jsonb_typeof(detail->'nth') WHEN 'number' THEN (detail->>'nth')::numeric END`;

/** The caller holds a lock under which nobody else writes such a row for this target. @returns from 1 */
export async function nextNumber(
  transaction: DatabaseTransaction,
  target: string,
  actions: readonly AuditAction[],
): Promise<number> {
  const { rows } = await sql<{ last: string | null }>`
    SELECT max(${numberOf})::text AS last FROM audit_event
    WHERE target = ${target} AND action = ANY(${[...actions]}::text[])`.execute(transaction);
  return Number(rows[0]?.last ?? 0) + 1;
}

/**
 * Rows of earlier versions have no number: of those, the newest may not be the last one. One covered an equal one for a minute,
 * and the clocks of two instances may be wrong either way, each by as much as a row is not late.
 */
const SINCE_NEWEST = sql`make_interval(secs => ${(2 * ROW_TIME_TOLERANCE_MS) / 1_000}::float8)`;

/**
 * What was said last of each target, as `target`, `action`, `detail`, `at`: the row with the greatest number, and rows
 * without one of about the same time or later, any of which may be the last. A blank detail has no number, and says nothing.
 * @param stands which rows count, as `readStanding` tells
 * @param isMeant a condition on `target`
 * @param key what a row is about, where the target does not say all of it
 */
export function lastSaid(
  stands: Standing,
  actions: readonly AuditAction[],
  isMeant: RawBuilder<unknown> = sql`true`,
  key: RawBuilder<unknown> = sql`target`,
): RawBuilder<unknown> {
  return sql`
    SELECT target, action, detail, at FROM (
      SELECT *, max(at) OVER (PARTITION BY target) AS newest FROM (
        SELECT *, max(nth) OVER (PARTITION BY target) AS last FROM (
          SELECT ${key} AS target, action, detail, at, ${numberOf} AS nth FROM audit_event
          WHERE action = ANY(${[...actions]}::text[]) AND ${isMeant} AND ${stands("audit_event")}) AS numbered) AS counted
      WHERE nth IS NULL OR nth = last) AS candidate
    WHERE at >= newest - ${SINCE_NEWEST}`;
}
