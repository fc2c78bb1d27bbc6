import "server-only";
/** Runs a statement that is asked for in every turn. */
import type { CompiledQuery } from "kysely";
import type { QueryResultRow } from "pg";
import { pool } from "./client.ts";

/** What a turn waits for is short: where the database is silent for longer, it is away. */
const PATIENCE = { query_timeout: 8_000 };

/**
 * PostgreSQL keeps the statement parsed under its name on each connection, and after a few calls planned, too.
 * @param query its text may not depend on what it is given: one text, one name
 */
export async function runPrepared<Row>(name: string, query: CompiledQuery<Row>): Promise<Row[]> {
  const { rows } = await pool().query<Row & QueryResultRow>({
    name,
    text: query.sql,
    values: [...query.parameters],
    ...PATIENCE,
  });
  return rows;
}
