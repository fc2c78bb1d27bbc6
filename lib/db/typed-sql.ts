import "server-only";
/** Names of tables and columns for `sql` templates, checked by the compiler, and lists of rows as one parameter. */
import { type AliasedRawBuilder, type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "./client.ts";

type TableName = keyof Database & string;
type Row<Table extends TableName> = Selectable<Database[Table]>;
type ColumnName<Table extends TableName> = keyof Row<Table> & string;

/** A table as it stands in FROM. */
export function table(name: TableName): RawBuilder<unknown> {
  return sql.table(name);
}

/** @returns a function from a column's name to the column, under the table's name or its alias */
export function columnsOf<Table extends TableName>(name: Table, alias: string = name) {
  return <Column extends ColumnName<Table>>(column: Column): RawBuilder<Row<Table>[Column]> =>
    sql.ref(`${alias}.${column}`);
}

/**
 * Rows out of one JSON parameter: however many there are, the statement's text stays the same.
 * @param json an array of objects whose keys are the columns: text, or an expression of type json
 * @param types the SQL type of each column
 * @returns what stands in FROM, by the name `given`
 */
export function rowsFromJson<Table extends TableName, Column extends ColumnName<Table>>(
  _table: Table,
  json: string | RawBuilder<unknown>,
  types: Record<Column, string>,
): AliasedRawBuilder<Pick<Row<Table>, Column>, "given"> {
  const columns = Object.entries<string>(types).map(
    ([column, type]) => sql`${sql.id(column)} ${sql.raw(type)}`,
  );
  const source = typeof json === "string" ? sql`${json}::json` : json;
  return sql<Pick<Row<Table>, Column>>`json_to_recordset(${source})`.as<"given">(
    sql`given(${sql.join(columns)})`,
  );
}

export const uuid = (value: string) => sql<string>`${value}::uuid`;
export const text = (value: string) => sql<string>`${value}::text`;

/** `milliseconds` from now, by the database's clock. */
export const fromNow = (milliseconds: number) =>
  sql<Date>`now() + ${milliseconds}::float8 * interval '1 millisecond'`;
