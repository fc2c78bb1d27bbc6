import "server-only";
/** Runs a statement that is asked for in every turn. */
import type { CompiledQuery } from "kysely";
import type { QueryResultRow } from "pg";
import { pool } from "./client.ts";

/** Time limit of a turn's statement. A database that is silent for longer counts as away. */
const PATIENCE = { query_timeout: 8_000 };

/**
 * PostgreSQL keeps the statement parsed under its name on each connection, and after a few calls planned, too.
 * @param query its text must not depend on the parameters, because the name stands for one text
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
