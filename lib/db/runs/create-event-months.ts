/** Creates the monthly partitions of the run log in advance. Each month can be detached or dropped separately. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { LOG_LOCK_TIMEOUT_MS, MONTH_LOCK_TIMEOUT_MS, MONTHS_AHEAD } from "../limits.ts";
import { columnsOf, table } from "../typed-sql.ts";

/** An arbitrary advisory lock id, held while creating or removing partitions, so that two processes do not do the same. */
const LOCK = 5_120_917;

/**
 * @returns the names of the partitions that were made now
 * @throws the error 55P03 where somebody reads the log for longer than we wait
 */
export async function createEventMonths(now = new Date()): Promise<string[]> {
  const made: string[] = [];
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
    const begins = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
    const name = eventMonthName(begins);
    const isNew = await kysely()
      .transaction()
      .execute((transaction) => createMonth(transaction, name, begins));
    if (isNew) made.push(name);
  }
  return made;
}

/** The partition that holds the runs of a month, e.g. `run_event_2026_11`. Months are of UTC. */
export function eventMonthName(moment: Date): string {
  return `run_event_${moment.toISOString().slice(0, 7).replace("-", "_")}`;
}

/** For whoever creates or removes months in this transaction. From now on, it waits for no lock for long. */
export async function lockEventMonths(transaction: DatabaseTransaction): Promise<void> {
  await waitAtMost(transaction, MONTH_LOCK_TIMEOUT_MS);
  await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(transaction);
}

/**
 * Locks that detaching and dropping need, at once and in the order in which statements take theirs: the run, then its
 * log. Together they are waited for less long than PostgreSQL waits until it looks for deadlocks, so that no reader and no
 * writer ends for our sake.
 */
export async function lockLogToDetach(
  transaction: DatabaseTransaction,
  month: string,
): Promise<void> {
  await waitAtMost(transaction, LOG_LOCK_TIMEOUT_MS);
  await sql`LOCK TABLE ${table("run")}, ONLY ${table("run_event")}, run_event_default, ${sql.id(month)}
    IN ACCESS EXCLUSIVE MODE`.execute(transaction);
}

/**
 * The weakest locks with which a partition is attached beside a default one, in the same order. Attaching takes that of the
 * run for the foreign key; who waits for it holds no other.
 */
async function lockLogToAttach(transaction: DatabaseTransaction): Promise<void> {
  await sql`LOCK TABLE ${table("run")} IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
  await waitAtMost(transaction, LOG_LOCK_TIMEOUT_MS);
  await sql`LOCK TABLE ONLY ${table("run_event")} IN SHARE UPDATE EXCLUSIVE MODE`.execute(
    transaction,
  );
  // It may contain rows of this month.
  await sql`LOCK TABLE run_event_default IN ACCESS EXCLUSIVE MODE`.execute(transaction);
}

async function waitAtMost(transaction: DatabaseTransaction, ms: number): Promise<void> {
  await sql`SELECT set_config('lock_timeout', ${String(ms)}::text, true)`.execute(transaction);
}

async function createMonth(
  transaction: DatabaseTransaction,
  name: string,
  begins: Date,
): Promise<boolean> {
  await lockEventMonths(transaction);
  const { rows } = await sql<{ there: boolean }>`
    SELECT to_regclass(${name}::text) IS NOT NULL AS there`.execute(transaction);
  if (rows[0]?.there) return false;
  await lockLogToAttach(transaction);
  const ends = new Date(Date.UTC(begins.getUTCFullYear(), begins.getUTCMonth() + 1));
  const [first, next] = [firstRunIdAt(begins), firstRunIdAt(ends)];
  const month = sql.id(name);
  const steps: RawBuilder<unknown>[] = [
    sql`CREATE TABLE ${month} (LIKE ${table("run_event")} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
    sql`WITH moved AS (
        DELETE FROM run_event_default AS e
        WHERE ${runId} >= ${first}::uuid AND ${runId} < ${next}::uuid RETURNING e.*
      ) INSERT INTO ${month} SELECT * FROM moved`,
    sql`ALTER TABLE ${table("run_event")} ATTACH PARTITION ${month}
      FOR VALUES FROM (${sql.lit(first)}) TO (${sql.lit(next)})`,
  ];
  for (const step of steps) await step.execute(transaction);
  return true;
}

const runId = columnsOf("run_event", "e")("run_id");

/** The smallest UUIDv7 of a moment: 48 bits of milliseconds since 1970 (RFC 9562), and nothing else. */
export function firstRunIdAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
