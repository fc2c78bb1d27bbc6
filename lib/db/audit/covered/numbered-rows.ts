/**
 * Rows of the trail that say what holds from now on, such as what a person thinks of an answer, are numbered for each target:
 * the one with the greatest number counts. Times would not do, since clocks of instances differ by seconds.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { AuditAction } from "../../../contracts/audit/audit-event.ts";
import { type Database, type DatabaseTransaction, kysely } from "../../client.ts";
import { EDITS_FOUND_MAX, ROW_TIME_TOLERANCE_MS } from "../../limits.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { isBehind, ownRows, type StoredRow } from "../own-rows.ts";
import { readStanding, type Standing } from "./standing-rows.ts";

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
  return (await nextNumbers(transaction, [target], actions)).get(target) ?? 1;
}

/** The same for several targets. @returns only those that have such a row */
export async function nextNumbers(
  transaction: DatabaseTransaction,
  targets: readonly string[],
  actions: readonly AuditAction[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ target: string; last: string | null }>`
    SELECT target, max(${numberOf})::text AS last FROM audit_event
    WHERE target = ANY(${[...targets]}::text[]) AND action = ANY(${[...actions]}::text[])
    GROUP BY target`.execute(transaction);
  return new Map(rows.map(({ target, last }) => [target, Number(last ?? 0) + 1]));
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

/** The row that was said last of a target, of those that stand and that the application wrote: for whoever acts on it. */
export async function readLastOwn(
  executor: Kysely<Database>,
  target: string,
  actions: readonly AuditAction[],
): Promise<StoredRow | null> {
  const stands = await readStanding(executor);
  const rows = await executor
    .selectFrom("audit_event")
    .selectAll()
    .where("target", "=", target)
    .where("action", "in", actions)
    .where(stands("audit_event"))
    .execute();
  const own = await ownRows(rows, executor);
  return own.reduce<StoredRow | null>(
    (last, row) => (last && !isSaidAfter(row, last) ? last : row),
    null,
  );
}

function isSaidAfter(one: StoredRow, other: StoredRow): boolean {
  const [first, second] = [nthOf(one), nthOf(other)];
  return first === second ? isBehind(one, other) : first > second;
}

/** Below every number where there is none. */
function nthOf({ detail }: StoredRow): number {
  const { nth } = Object(detail) as { nth?: unknown };
  return typeof nth === "number" ? nth : 0;
}

/** Those that are numbered together for one target. */
const FAMILIES: readonly (readonly AuditAction[])[] = [
  ["feedback.given"],
  ["conversation.deleted", "conversation.undeleted"],
  ["share.created", "share.updated", "share.revoked"],
  ["account.erasure-asked", "account.erasure-withdrawn"],
  ["account.saved", "account.role-changed", "account.banned", "account.unbanned"],
  ["policy.changed"],
  ["settings.changed", "settings.noted"],
];

/**
 * Numbers that two rows about the same have. A number is one more than the greatest that stands there, so one of the two was
 * blank or away while the other was written, and was put back.
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

const ofFamily = (actions: readonly AuditAction[], isMeant: RawBuilder<unknown>) => sql`
  SELECT max(place) AS place FROM (
    SELECT target, place, ${numberOf} AS nth FROM audit_event
    WHERE action = ANY(${[...actions]}::text[]) AND place IS NOT NULL
      AND target IN (SELECT target FROM audit_event AS numbered
        WHERE action = ANY(${[...actions]}::text[]) AND ${isMeant})) AS known
  WHERE nth IS NOT NULL GROUP BY target, nth HAVING count(*) > 1`;
