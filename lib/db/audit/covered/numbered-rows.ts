/**
 * Rows of the trail that say what holds from now on, such as what a person thinks of an answer, are numbered for each target:
 * the one with the greatest number counts. Times would not do, since clocks of instances differ by seconds.
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { AuditAction } from "../../../contracts/audit/audit-event.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { FEEDBACK_AUDIT_MS } from "../../limits.ts";

/** Of a row of the trail; null where its detail is blank, or has none. */
export const NUMBER = sql`CASE jsonb_typeof(detail->'nth') WHEN 'number' THEN (detail->>'nth')::numeric END`;

/** The caller holds a lock under which nobody else writes such a row for this target. @returns from 1 */
export async function nextNumber(
  transaction: DatabaseTransaction,
  target: string,
  actions: readonly AuditAction[],
): Promise<number> {
  const { rows } = await sql<{ last: string | null }>`
    SELECT max(${NUMBER})::text AS last FROM audit_event
    WHERE target = ${target} AND action = ANY(${[...actions]}::text[])`.execute(transaction);
  return Number(rows[0]?.last ?? 0) + 1;
}

/**
 * Rows of earlier versions have no number, and one covered an equal one for `FEEDBACK_AUDIT_MS`: of those, the newest may
 * not be the last one.
 */
const SINCE_NEWEST = sql`make_interval(secs => ${(2 * FEEDBACK_AUDIT_MS) / 1_000}::float8)`;

/**
 * What was said last of each target, as `target`, `action`, `detail`, `at`: the row with the greatest number, and rows
 * without one of about the same time or later, any of which may be the last. A blank detail has no number, and says nothing.
 * @param isMeant a condition on `target`
 */
export function lastSaid(
  actions: readonly AuditAction[],
  isMeant: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    SELECT target, action, detail, at FROM (
      SELECT *, max(at) OVER (PARTITION BY target) AS newest FROM (
        SELECT *, max(nth) OVER (PARTITION BY target) AS last FROM (
          SELECT target, action, detail, at, ${NUMBER} AS nth FROM audit_event
          WHERE action = ANY(${[...actions]}::text[]) AND ${isMeant}) AS numbered) AS counted
      WHERE nth IS NULL OR nth = last) AS candidate
    WHERE at >= newest - ${SINCE_NEWEST}`;
}
