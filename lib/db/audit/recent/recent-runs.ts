/**
 * Which runs of the last day have changed since a process last looked: by `xmin` of each of their rows, which no statement can
 * choose, and by the number of their rows, which a removal lowers. What is found here is compared elsewhere.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../client.ts";
import { uuids } from "../../typed-sql.ts";
import { inCatalogue } from "../found/in-catalogue.ts";
import own from "../found/own-catalogue.json" with { type: "json" };

/** What a process knows of the runs of the last day, from a run's id on. */
export type KnownRuns = {
  from: string;
  /** How many rows each has in all tables together. */
  rows: ReadonlyMap<string, number>;
};

/** Whether a row was written behind the last look; by the alias of its table. */
export type IsNew = (alias: string) => RawBuilder<boolean>;

/**
 * The transaction that wrote a row is none that had ended when the last look began.
 * @param since the oldest transaction that was on its way then, as `oldestTransaction` gave it
 */
export function writtenSince(since: string): IsNew {
  // Read once for the statement: age() of a transaction grows.
  const ageThen = sql`(SELECT age(${since}::xid8::xid))`;
  return (alias) => sql<boolean>`age(${sql.ref(`${alias}.xmin`)}) <= ${ageThen}`;
}

/** Of the transaction's own snapshot: what is not visible in it was written by this one or a newer one. */
export async function oldestTransaction(executor: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ xmin: string }>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin`.execute(executor);
  return rows[0]?.xmin ?? "0";
}

/**
 * @param from the id of the first run that is looked at
 * @param known null: nothing, so that all runs count as changed
 * @returns the runs that were written to or have lost a row, and what is known from here on
 */
export async function findChangedRuns(
  executor: Kysely<Database>,
  from: string,
  known: KnownRuns | null,
  isNew: IsNew,
): Promise<{ changed: string[]; known: KnownRuns }> {
  if (!known) {
    const rows = await countRows(executor, since(from));
    return { changed: [...rows.keys()], known: { from, rows } };
  }
  const before = from === known.from ? known.rows : without(known.rows, from);
  const { rows: total, changed } = await findWritten(executor, from, isNew);
  const now = changed.length === 0 ? new Map() : await countRows(executor, among(changed));
  const rows = new Map(before);
  for (const id of changed) rows.delete(id);
  // Those that nobody has written to have as many rows as before, unless some were removed.
  const isWhole = sum(rows) === total - sum(now);
  for (const [id, count] of now) rows.set(id, count);
  if (isWhole) return { changed, known: { from, rows } };
  const counted = await countRows(executor, since(from));
  const lost = [...rows].filter(([id, count]) => counted.get(id) !== count).map(([id]) => id);
  return { changed: [...new Set([...changed, ...lost])], known: { from, rows: counted } };
}

/** A condition on the id of a run. */
type Which = (id: RawBuilder<unknown>) => RawBuilder<unknown>;

const since =
  (from: string): Which =>
  (id) =>
    sql`${id} >= ${from}::uuid`;

const among =
  (ids: readonly string[]): Which =>
  (id) =>
    sql`${id} = ANY(${uuids(ids)})`;

/** What a review leaves, often long behind its run. */
const REVIEWS = [
  "review_case",
  "review_reason",
  "review_verdict",
  "review_comment",
  "review_score",
  "forgotten_run",
];

/** Tables whose rows name their run. */
const PER_RUN = [...["run_event", "run_seal", "run_score", "node_history", "approval"], ...REVIEWS];

/** For each table: one row for each of its rows that a run has left. */
function rowsOf(which: Which): RawBuilder<unknown>[] {
  const own = sql`run_id`;
  const run = sql`run.id`;
  return [
    sql`SELECT run.id AS run_id, run.xmin FROM run WHERE ${which(run)}`,
    ...PER_RUN.map(
      (table) => sql`SELECT run_id, xmin FROM ${sql.table(table)} WHERE ${which(own)}`,
    ),
    ...[
      sql`message AS kept ON kept.id = run.user_message_id`,
      sql`message AS kept ON kept.id = run.answer_message_id`,
      sql`hidden_state AS kept ON kept.message_id = run.answer_message_id`,
      sql`context_delta AS kept ON kept.message_id = run.answer_message_id`,
      sql`feedback AS kept ON kept.answer_message_id = run.answer_message_id`,
      sql`attachment AS kept ON kept.message_id = run.user_message_id`,
      sql`attachment AS kept ON kept.message_id = run.answer_message_id`,
    ].map(
      (kept) => sql`SELECT run.id AS run_id, kept.xmin FROM run JOIN ${kept} WHERE ${which(run)}`,
    ),
  ];
}

const ALL = sql` UNION ALL `;

async function countRows(executor: Kysely<Database>, which: Which): Promise<Map<string, number>> {
  const { rows } = await sql<{ run_id: string; rows: number }>`
    SELECT run_id, count(*)::int AS rows FROM (${sql.join(rowsOf(which), ALL)}) AS found GROUP BY run_id`.execute(
    executor,
  );
  return new Map(rows.map(({ run_id: id, rows: count }) => [id, count]));
}

/**
 * One row, whatever the number of runs: how many rows they have together, and which runs were written to. Each table is counted
 * by itself, and nothing is sorted but what was written.
 */
async function findWritten(
  executor: Kysely<Database>,
  from: string,
  isNew: IsNew,
): Promise<{ rows: number; changed: string[] }> {
  const counts = rowsOf(since(from)).map(
    (rows) => sql`
      SELECT count(*) AS rows, array_agg(run_id) FILTER (WHERE ${isNew("found")}) AS written FROM (${rows}) AS found`,
  );
  const { rows } = await sql<{ rows: number; changed: string[] | null }>`
    WITH counted AS MATERIALIZED (${sql.join(counts, ALL)})
    SELECT (SELECT sum(rows)::int FROM counted) AS rows,
      (SELECT array_agg(DISTINCT id) FROM counted CROSS JOIN unnest(written) AS id) AS changed`.execute(
    executor,
  );
  return { rows: rows[0]?.rows ?? 0, changed: rows[0]?.changed ?? [] };
}

/** Feedback and verdicts may be given long behind a run. @returns runs from before the last day that were judged since */
export async function findLaterJudged(
  executor: Kysely<Database>,
  { from }: KnownRuns,
  isNew: IsNew,
): Promise<string[]> {
  const reviewed = REVIEWS.map(
    (name) => sql`SELECT run_id FROM ${sql.table(name)}
    WHERE ${isNew(name)} AND run_id < ${from}::uuid`,
  );
  const { rows } = await sql<{ id: string }>`
    SELECT run.id FROM feedback JOIN run ON run.answer_message_id = feedback.answer_message_id
    WHERE ${isNew("feedback")} AND run.id < ${from}::uuid
    UNION ${sql.join(reviewed, sql` UNION `)}`.execute(executor);
  return rows.map(({ id }) => id);
}

function without(rows: ReadonlyMap<string, number>, from: string): ReadonlyMap<string, number> {
  return new Map([...rows].filter(([id]) => id >= from));
}

function sum(rows: ReadonlyMap<string, number>): number {
  return [...rows.values()].reduce((total, count) => total + count, 0);
}

/**
 * The tables that have our names, the months of the log, and their columns by number: the same as long as none was made,
 * exchanged, renamed or removed. Whoever fills a table of another name, waits, and exchanges it for one of ours leaves rows
 * that are old by then, and two columns that exchange their names leave each row unwritten.
 */
export function tableLayout(): Promise<string> {
  return inCatalogue(async (transaction, names) => {
    const { rows } = await sql<{ layout: string | null }>`
      WITH named AS (
        SELECT oid FROM pg_class
        WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname::text = ${names.own})
          AND relname::text = ANY(${own.owners}::text[]))
      SELECT string_agg(concat_ws(' ', attrelid, attnum, attname), ',' ORDER BY attrelid, attnum) AS layout FROM (
        SELECT oid FROM named
        UNION SELECT relid::oid FROM named CROSS JOIN pg_partition_tree(named.oid)) AS every
        JOIN pg_attribute ON attrelid = every.oid AND attnum > 0`.execute(transaction);
    return rows[0]?.layout ?? "";
  });
}
