/**
 * Erases a month of the log at once: its partition is detached and dropped. The runs, their figures, messages and seals
 * stay. Part of a transaction; the caller authorises.
 */
import "server-only";
import { sql } from "kysely";
import type { Tombstone } from "../../../contracts/audit/tombstone.ts";
import { tombstoneDetail } from "../../audit/anchor/write-tombstones.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { pauseSealing } from "../../audit/seal/seal-trail.ts";
import type { DatabaseTransaction } from "../../client.ts";
import type { Counted } from "../../count-or-estimate.ts";
import { withAudit } from "../../inspector/with-audit.ts";
import { MONTH_COUNT_MAX_ROWS, STRAYS_BATCH_ROWS } from "../../limits.ts";
import {
  eventMonthName,
  firstRunIdAt,
  lockEventMonths,
  lockLogToDetach,
} from "../../runs/create-event-months.ts";
import { columnsOf, table } from "../../typed-sql.ts";
import type { Erasing } from "../erase-conversation-rows.ts";

export type ErasedMonth =
  | { ok: true; rows: { run_event: number; ums_trace: number }; tombstone: Tombstone }
  /** `gone`: there is no such month. `at-work`: one of its runs goes on, or its end has no place in the trail yet. */
  | { ok: false; reason: "gone" | "at-work" };

const run = columnsOf("run");
const ended = columnsOf("audit_event", "ended");

/**
 * The caller writes the tombstone to its file when all else is done.
 * @param begins the first moment of the month, in UTC
 * @throws the error 55P03 where somebody reads the log for longer than we wait
 */
export async function eraseLogMonth(
  transaction: DatabaseTransaction,
  begins: Date,
  { rule, actorId, whileRunning = false }: Erasing,
): Promise<ErasedMonth> {
  const name = eventMonthName(begins);
  const from = firstRunIdAt(begins);
  const before = firstRunIdAt(
    new Date(Date.UTC(begins.getUTCFullYear(), begins.getUTCMonth() + 1)),
  );
  await lockEventMonths(transaction);
  const isWhole = await isPartition(transaction, name);
  if (!isWhole && !(await hasStrays(transaction, from, before)))
    return { ok: false, reason: "gone" };
  await pauseSealing(transaction);
  const isMeant = sql<boolean>`${run("id")} >= ${from}::uuid AND ${run("id")} < ${before}::uuid`;
  if (!whileRunning && (await isAtWork(transaction, from, before)))
    return { ok: false, reason: "at-work" };
  const traces = await sql`
    DELETE FROM ${table("ums_trace")} WHERE run_id IN (
      SELECT ${run("id")}::text FROM ${table("run")} WHERE ${isMeant})`.execute(transaction);
  const strays = await deleteStrays(transaction, from, before);
  const { count, isEstimate } = isWhole ? await dropMonth(transaction, name) : NONE;
  const events = strays + count;
  const month = begins.toISOString().slice(0, 7);
  await transaction
    .insertInto("erased_month")
    .values({ month, from_id: from, before_id: before })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const said = { rule, month, from, before, events };
  await withAudit(() =>
    recordAudit(transaction, {
      actorId,
      action: "log.erased",
      target: `log:${month}`,
      outcome: "allowed",
      detail: tombstoneDetail(isEstimate ? { ...said, isEstimate } : said),
    }),
  );
  const rows = { run_event: events, ums_trace: Number(traces.numAffectedRows ?? 0n) };
  const at = new Date().toISOString();
  return { ok: true, rows, tombstone: { action: "log.erased", at, rule, actorId, month } };
}

/** The months that ended before a moment, the oldest first, by their first moments. */
export async function listLogMonths(
  transaction: DatabaseTransaction,
  endedBefore: Date,
): Promise<Date[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT month.relname AS name FROM pg_inherits JOIN pg_class AS month ON month.oid = inhrelid
    WHERE inhparent = 'run_event'::regclass ORDER BY name`.execute(transaction);
  return rows.flatMap(({ name }) => {
    const [, year, month] = /^run_event_(\d{4})_(\d{2})$/.exec(name) ?? [];
    if (year === undefined || month === undefined) return [];
    const isOver = Date.UTC(Number(year), Number(month)) <= endedBefore.getTime();
    return isOver ? [new Date(Date.UTC(Number(year), Number(month) - 1))] : [];
  });
}

/** Rows of the month that lie in no partition of their own: a restored backup has them. */
async function hasStrays(
  transaction: DatabaseTransaction,
  from: string,
  before: string,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM run_event_default
      WHERE run_id >= ${from}::uuid AND run_id < ${before}::uuid) AS has`.execute(transaction);
  return rows[0]?.has ?? false;
}

/** A part at a time, each far below the time limit of a statement. */
async function deleteStrays(
  transaction: DatabaseTransaction,
  from: string,
  before: string,
): Promise<number> {
  for (let all = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM run_event_default WHERE ctid = ANY (ARRAY(SELECT ctid FROM run_event_default
        WHERE run_id >= ${from}::uuid AND run_id < ${before}::uuid LIMIT ${STRAYS_BATCH_ROWS}))`.execute(
      transaction,
    );
    all += Number(numAffectedRows);
    if (numAffectedRows < STRAYS_BATCH_ROWS) return all;
  }
}

const NONE: Counted = { count: 0, isEstimate: false };

/** @returns how many events it had */
async function dropMonth(transaction: DatabaseTransaction, name: string): Promise<Counted> {
  const counted = await countMonth(transaction, name);
  await lockLogToDetach(transaction, name);
  // Not CONCURRENTLY, which PostgreSQL refuses inside of a transaction, and where there is a default partition.
  await sql`ALTER TABLE ${table("run_event")} DETACH PARTITION ${sql.id(name)}`.execute(
    transaction,
  );
  await sql`DROP TABLE ${sql.id(name)}`.execute(transaction);
  return counted;
}

/** A month that takes too long to count must not stay for it: PostgreSQL keeps about how many rows it has. */
async function countMonth(transaction: DatabaseTransaction, name: string): Promise<Counted> {
  const known = await sql<{ count: number }>`
    SELECT reltuples::float8 AS count FROM pg_class WHERE oid = to_regclass(${name}::text)`.execute(
    transaction,
  );
  const count = known.rows[0]?.count ?? 0;
  if (count > MONTH_COUNT_MAX_ROWS) return { count: Math.round(count), isEstimate: true };
  const { rows } = await sql<{ count: string }>`
    SELECT count(*) AS count FROM ${sql.id(name)}`.execute(transaction);
  return { count: Number(rows[0]?.count ?? 0), isEstimate: false };
}

async function isPartition(transaction: DatabaseTransaction, name: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT EXISTS (SELECT FROM pg_inherits
      WHERE inhrelid = to_regclass(${name}::text) AND inhparent = 'run_event'::regclass) AS is`.execute(
    transaction,
  );
  return rows[0]?.is ?? false;
}

/** Both are few at any time, and an index finds them. */
async function isAtWork(
  transaction: DatabaseTransaction,
  from: string,
  before: string,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT EXISTS (SELECT FROM ${table("run")} WHERE ${run("status")} = 'running'
        AND ${run("id")} >= ${from}::uuid AND ${run("id")} < ${before}::uuid)
      OR EXISTS (SELECT FROM ${table("audit_event")} AS ended
        WHERE ${ended("place")} IS NULL AND ${ended("action")} = 'run.ended'
          AND ${ended("run_id")} >= ${from}::uuid AND ${ended("run_id")} < ${before}::uuid) AS is`.execute(
    transaction,
  );
  return rows[0]?.is ?? false;
}
