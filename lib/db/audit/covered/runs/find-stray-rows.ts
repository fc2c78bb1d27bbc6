/**
 * Finds rows that name a run that does not exist or belongs to another conversation, and runs that the application did not
 * create.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, kysely } from "../../../client.ts";
import { EDITS_FOUND_MAX } from "../../../limits.ts";
import { type Found, foundAt } from "../../found/trail-findings.ts";
import {
  digestEarlierRuns,
  ERASED_IDS,
  findForgedRestored,
  readRunsSigned,
} from "../../runs/begun-runs.ts";

/**
 * Scores and hops, which have no conversation of their own. Erasure takes all of a run together.
 * @param within a condition on `stored.run_id`
 */
export function findStrayRows(
  executor: Kysely<Database> = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  return find(
    executor,
    sql`
    SELECT run_id FROM (
      SELECT run_id FROM run_score UNION ALL SELECT run_id FROM node_history UNION ALL SELECT run_id FROM review_case
      UNION ALL SELECT run_id FROM review_reason UNION ALL SELECT run_id FROM review_verdict
      UNION ALL SELECT run_id FROM forgotten_run
      UNION ALL SELECT run_id FROM review_comment
      UNION ALL SELECT run_id FROM review_score) AS stored
    WHERE ${within} AND NOT EXISTS (SELECT FROM run WHERE run.id = stored.run_id)`,
  );
}

/** What a conversation remembers. A person's correction belongs to no run. @param isMeant a condition on a row, by its table's name */
export function findStrayMemory(
  executor: Kysely<Database> = kysely(),
  isMeant: (table: string) => RawBuilder<unknown> = () => sql`true`,
): Promise<Found[]> {
  const [states, deltas] = ["hidden_state", "context_delta"].map((name) => {
    const table = sql.table(name);
    return sql`
      SELECT run_id FROM ${table} WHERE ${isMeant(name)} AND run_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM run WHERE run.id = ${table}.run_id AND run.conversation_id = ${table}.conversation_id)`;
  });
  return find(executor, sql`${states} UNION ALL ${deltas}`);
}

async function find(executor: Kysely<Database>, stray: RawBuilder<unknown>): Promise<Found[]> {
  const { rows } = await sql<{ run_id: string }>`
    SELECT DISTINCT run_id FROM (${stray}) AS stray ORDER BY run_id LIMIT ${EDITS_FOUND_MAX}`.execute(
    executor,
  );
  return rows.map(({ run_id: runId }) => foundAt("rows-stray", { runId }));
}

/** One that a row says was erased, and one among those that ended before ends of runs were on record. */
export async function findAddedRuns(executor: Kysely<Database> = kysely()): Promise<Found[]> {
  return [...(await findErasedRuns(executor)), ...(await findOtherEarlier(executor))];
}

/** Erasure takes the run in the transaction that says so. A restored backup may have it again until it is erased again. */
async function findErasedRuns(executor: Kysely<Database>): Promise<Found[]> {
  const { rows } = await sql<{ run_id: string; place: string }>`
    SELECT DISTINCT ON (run.id) run.id AS run_id, place
    FROM audit_event CROSS JOIN LATERAL ${ERASED_IDS} JOIN run ON run.id::text = erased.id
    WHERE action = 'conversation.erased' AND place IS NOT NULL
    ORDER BY run.id, place LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ run_id: runId, place }) =>
    foundAt("run-added", { place: Number(place), runId }),
  );
}

/**
 * One that a restored backup did not have to its end, with another question, at another place or of another person than the
 * application created it with. @param within a condition on `run.id`
 */
export async function findRestoredRuns(
  executor: Kysely<Database> = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const forged = await findForgedRestored(executor, within);
  return forged.slice(0, EDITS_FOUND_MAX).map((runId) => foundAt("run-added", { runId }));
}

/** Which one was added or removed is not known. */
async function findOtherEarlier(executor: Kysely<Database>): Promise<Found[]> {
  const { place = null, earlier = null } = (await readRunsSigned(executor)) ?? {};
  if (place === null || earlier === null) return [];
  const now = await digestEarlierRuns(executor, place);
  return now.sha256 === earlier.sha256 ? [] : [foundAt("run-added", { place })];
}
