import "server-only";
/** One prepared statement, one round trip: the hot path of a turn goes through here. */
import type { QueryResultRow } from "pg";
import { pool } from "./client.ts";

/** What a turn waits for is short: where the database is silent for longer, it is away. */
const TURN_PATIENCE_MS = 8_000;

export type Statement = { name: string; text: string };

/** Runs a statement that PostgreSQL keeps prepared per connection under its name. */
export async function runStatement<Row extends QueryResultRow>(
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  const patience = { query_timeout: TURN_PATIENCE_MS };
  const result = await pool().query<Row>({ ...statement, ...patience, values });
  return result.rows;
}

/** The name of the constraint that a failed statement broke, or null where it failed otherwise. */
export function brokenConstraint(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === "23505" && typeof constraint === "string" ? constraint : null;
}
