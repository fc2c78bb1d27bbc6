/**
 * Numbers of rows that a later pass gave a place, although a row of an earlier pass about the same had reached them. A number is
 * one more than the greatest that stands there, so that row was blank or away meanwhile, and was put back.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { AuditAction } from "../../../contracts/audit/audit-event.ts";
import { type Database, kysely } from "../../client.ts";
import { EDITS_FOUND_MAX } from "../../limits.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { isOfNewestPass } from "./newest-rows.ts";
import { NUMBER } from "./numbered-rows.ts";

/** Those that are numbered together for one target. */
const FAMILIES: readonly (readonly AuditAction[])[] = [
  ["feedback.given"],
  ["share.created", "share.updated", "share.revoked"],
  ["account.erasure-asked", "account.erasure-withdrawn"],
  ["settings.changed", "settings.noted"],
];

/** Places within a pass are in the order of times, which clocks of instances may reverse. @param isMeant a condition on the target of the row `numbered` */
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
