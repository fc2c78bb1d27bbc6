/** Tables, columns and values of INSERTs in `sql` templates, checked by the compiler; lists of rows as one parameter. */
import "server-only";
import {
  type AliasedRawBuilder,
  type Expression,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryCreator,
  type RawBuilder,
  type Selectable,
  sql,
} from "kysely";
import type { Database } from "./client.ts";

type TableName = keyof Database & string;
type Row<Table extends TableName> = Selectable<Database[Table]>;
type ColumnName<Table extends TableName> = keyof Row<Table> & string;

/** A table name in a FROM clause. */
export function table(name: TableName): RawBuilder<unknown> {
  return sql.table(name);
}

/** @returns a function from a column's name to the column, under the table's name or its alias */
export function columnsOf<Table extends TableName>(name: Table, alias: string = name) {
  return <Column extends ColumnName<Table>>(column: Column): RawBuilder<Row<Table>[Column]> =>
    sql.ref(`${alias}.${column}`);
}

type NewRow<Table extends TableName> = {
  [Column in keyof Insertable<Database[Table]>]: Expression<Insertable<Database[Table]>[Column]>;
};

/** Refuses a name that is no column, also in an object that was made elsewhere. */
type Only<Table extends TableName, Given> = Record<Exclude<keyof Given, ColumnName<Table>>, never>;

/**
 * INSERT with SELECT, where each value stands at the name of its column.
 * @param db runs it: a transaction, or the builder of a statement with several parts
 * @param source what follows FROM
 * @param row inserted for each row that `source` finds
 * @param others inserted, too; they have the same columns
 */
export function insertFrom<Table extends TableName, Given extends NewRow<Table>>(
  db: QueryCreator<Database>,
  name: Table,
  source: RawBuilder<unknown>,
  row: Given & Only<Table, Given>,
  ...others: readonly (NewRow<Table> & Record<keyof Given, Expression<unknown>>)[]
) {
  return insertSelected(db, name, source, [row, ...others]);
}

/** `types`: the SQL type of each column. */
type JsonRows<Column extends string> = {
  json: string | RawBuilder<string>;
  types: Record<Column, string>;
};

/**
 * INSERT of rows from one JSON parameter: see `rowsFromJson`.
 * @param rest what stands behind `given` in FROM
 * @param more values of columns that the rows lack, or that are made from theirs
 */
export function insertRows<
  Table extends TableName,
  Column extends ColumnName<Table>,
  More extends Omit<NewRow<Table>, Column> & Partial<NewRow<Table>>,
>(
  db: QueryCreator<Database>,
  name: Table,
  { json, types, rest = sql`` }: JsonRows<Column> & { rest?: RawBuilder<unknown> },
  more: More & Only<Table, More>,
) {
  const given = Object.keys(types).map((column) => [column, sql.ref(`given.${column}`)]);
  const row = { ...Object.fromEntries(given), ...more };
  return insertSelected(db, name, sql`${rowsFromJson(name, json, types)} ${rest}`, [row]);
}

function insertSelected<Table extends TableName>(
  db: QueryCreator<Database>,
  name: Table,
  source: RawBuilder<unknown>,
  rows: readonly object[],
) {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Database[Table] & string)[];
  const selects = rows.map((row: Partial<Record<string, unknown>>) => {
    const values = sql.join(columns.map((column) => row[column]));
    return sql`SELECT ${values} FROM ${source}`;
  });
  const insert: InsertQueryBuilder<Database, Table, InsertResult> = db.insertInto(name);
  return insert.columns(columns).expression(sql.join(selects, sql` UNION ALL `));
}

/**
 * Rows from one JSON parameter, so that the statement's text does not depend on their number. PostgreSQL reads the text
 * once as jsonb; as json, it would read each value again.
 * @param json an array of objects whose keys are the columns, as text
 * @param types the SQL type of each column
 * @returns a FROM item with the name `given`
 */
export function rowsFromJson<Table extends TableName, Column extends ColumnName<Table>>(
  _table: Table,
  json: string | RawBuilder<string>,
  types: Record<Column, string>,
): AliasedRawBuilder<Pick<Row<Table>, Column>, "given"> {
  const columns = Object.entries<string>(types).map(
    ([column, type]) => sql`${sql.id(column)} ${sql.raw(type)}`,
  );
  return sql<Pick<Row<Table>, Column>>`jsonb_to_recordset(${json}::jsonb)`.as<"given">(
    sql`given(${sql.join(columns)})`,
  );
}

/** What the driver returns for a value of these SQL types, except null. */
type SqlTypes = { text: string; jsonb: unknown; float8: number };

/**
 * Rows from a JSON array of objects whose keys are the columns. A key that an object lacks is null.
 * @param json a jsonb expression
 * @param types the SQL type of each column
 * @returns a FROM item, which may refer to items before it
 */
export function rowsFromJsonb<Name extends string, Columns extends Record<string, keyof SqlTypes>>(
  name: Name,
  json: RawBuilder<unknown>,
  types: Columns,
): AliasedRawBuilder<{ [Column in keyof Columns]: SqlTypes[Columns[Column]] | null }, Name> {
  const columns = Object.entries(types).map(
    ([column, type]) => sql`${sql.id(column)} ${sql.raw(type)}`,
  );
  return sql<{
    [Column in keyof Columns]: SqlTypes[Columns[Column]] | null;
  }>`LATERAL jsonb_to_recordset(${json})`.as<Name>(sql`${sql.id(name)}(${sql.join(columns)})`);
}

export const uuid = (value: string | RawBuilder<string>) => sql<string>`${value}::uuid`;

/**
 * A value that decides no plan. Compared with a column whose values are not unique, PostgreSQL plans anew for each
 * that it takes for rarer than most.
 */
export const ofAnyValue = <Value>(value: RawBuilder<Value>) => sql<Value>`(SELECT ${value})`;

/** An array whose length does not decide its plan: of one that is given, PostgreSQL makes a plan for each length. */
export const ofAnyLength = (ids: Expression<unknown>) =>
  sql<string[]>`ARRAY(SELECT unnest(${ids}))`;

export const uuids = (values: readonly string[]) => sql<string[]>`${[...values]}::uuid[]`;
export const text = (value: string | RawBuilder<string>) => sql<string>`${value}::text`;

/** `milliseconds` from now, by the database's clock. */
export const fromNow = (milliseconds: number | RawBuilder<number>) =>
  sql<Date>`now() + ${milliseconds}::float8 * interval '1 millisecond'`;

/** The same from when the row is written: its statement may have waited for locks. */
export const fromThisMoment = (milliseconds: number | RawBuilder<number>) =>
  sql<Date>`clock_timestamp() + ${milliseconds}::float8 * interval '1 millisecond'`;

/** Hexadecimal. Each name is PostgreSQL's own: a function of another schema could fit these values better. */
export const sha256Of = (bytes: RawBuilder<unknown>) =>
  sql<string>`pg_catalog.encode(pg_catalog.sha256(${bytes}::pg_catalog.bytea), 'hex'::pg_catalog.text)`;

/** The same of a text in UTF-8. */
export const sha256OfText = (value: RawBuilder<unknown>) =>
  sha256Of(sql`pg_catalog.convert_to(${value}::pg_catalog.text, 'UTF8'::pg_catalog.name)`);

/** Whether a statement gave up because it did not get a lock in time: SQLSTATE 55P03, `lock_not_available`. */
export function isNotLocked(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "55P03";
}
