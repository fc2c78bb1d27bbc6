/**
 * Rows of the trail that say what holds from now on, such as what a person thinks of an answer, are numbered for each target:
 * the one with the greatest number counts. Times would not do, since clocks of instances differ by seconds.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { AuditAction } from "../../../contracts/audit/audit-event.ts";
import { type Database, type DatabaseTransaction, kysely } from "../../client.ts";
import { EDITS_FOUND_MAX, FEEDBACK_AUDIT_MS } from "../../limits.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { isOfNewestPass } from "./newest-rows.ts";

/** Of a row of the trail; null where its detail is blank, or has none. */
const NUMBER = sql`CASE jsonb_typeof(detail->'nth') WHEN 'number' THEN (detail->>'nth')::numeric END`;

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

/** Those that are numbered together for one target. */
const FAMILIES: readonly (readonly AuditAction[])[] = [
  ["feedback.given"],
  ["share.created", "share.updated", "share.revoked"],
  ["account.erasure-asked", "account.erasure-withdrawn"],
  ["settings.changed", "settings.noted"],
];

/**
 * Numbers of rows that a later pass gave a place, although a row of an earlier pass about the same had reached them. A number is
 * one more than the greatest that stands there, so that row was blank or away meanwhile, and was put back. Places within a pass are in the order of times, which clocks of instances may reverse.
 * @param isMeant a condition on the target of the row `numbered`
 */
export async function findRepeatedNumbers(
  executor: Kysely<Database> = kysely(),
  isMeant: (target: RawBuilder<unknown>) => RawBuilder<unknown> = () => sql`true`,
): Promise<Found[]> {
  const repeated = FAMILIES.map((actions) =>
    ofFamily(actions, isMeant(sql.ref("numbered.target"))),
  );
  const { rows } = await sql<{ place: string }>`
    SELECT place FROM (${sql.join(repeated, sql` UNION ALL `)}) AS repeated
    ORDER BY place LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ place }) => foundAt("number-repeated", { place: Number(place) }));
}

function ofFamily(actions: readonly AuditAction[], isMeant: RawBuilder<unknown>) {
  const known = sql`(
    SELECT target, place, ${NUMBER} AS nth FROM audit_event
    WHERE action = ANY(${[...actions]}::text[]) AND place IS NOT NULL
      AND target IN (SELECT target FROM audit_event AS numbered
        WHERE action = ANY(${[...actions]}::text[]) AND ${isMeant}))`;
  return sql`
    SELECT row.place FROM (
      SELECT *, max(nth) OVER (PARTITION BY target ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached
      FROM ${known} AS numbers) AS row
    WHERE row.nth <= row.reached AND EXISTS (
      SELECT FROM ${known} AS earlier
      WHERE earlier.target = row.target AND earlier.nth >= row.nth AND earlier.place < row.place
        AND NOT ${isOfNewestPass(sql.ref("earlier.place"), sql.ref("row.place"))})`;
}
