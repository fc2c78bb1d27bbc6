/** Deletes the rows of a scope, table by table, and counts them. */
import "server-only";
import { sql } from "kysely";
import type { DatabaseTransaction } from "../client.ts";
import { table } from "../typed-sql.ts";
import type { RowsOf, TableName } from "./erased-tables.ts";

/** @returns how many rows each table lost, without those that lost none */
export async function deleteRows<Scope>(
  transaction: DatabaseTransaction,
  tables: readonly { name: TableName; rowsOf: RowsOf<Scope> }[],
  scope: Scope,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const { name, rowsOf } of tables) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM ${table(name)} WHERE ${rowsOf(scope)}`.execute(transaction);
    if (numAffectedRows > 0n) rows[name] = Number(numAffectedRows);
  }
  return rows;
}
