/** Rows that say that they are a run's, and there is no such run, or it belongs to another conversation. */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, kysely } from "../../../client.ts";
import { EDITS_FOUND_MAX } from "../../../limits.ts";
import { type Found, foundAt } from "../../found/trail-findings.ts";

/** Scores and hops, which have no conversation of their own. Erasure takes all of a run together. */
export function findStrayRows(executor: Kysely<Database> = kysely()): Promise<Found[]> {
  return find(
    executor,
    sql`
    SELECT run_id FROM (SELECT run_id FROM run_score UNION ALL SELECT run_id FROM node_history) AS stored
    WHERE NOT EXISTS (SELECT FROM run WHERE run.id = stored.run_id)`,
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
