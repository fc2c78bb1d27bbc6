import "server-only";
/** Statements of every turn: built and compiled once, then only given their values. */
import { createHash } from "node:crypto";
import { type Compilable, type RawBuilder, sql } from "kysely";
import pg from "pg";
import { pool } from "./client.ts";
import { TURN_STATEMENT_TIMEOUT_MS } from "./limits.ts";

/** `pg` reads this option of a query, but its types lack it. */
const TIME_LIMIT = { query_timeout: TURN_STATEMENT_TIMEOUT_MS };

/** A named parameter of a statement: `given("runId")` stands where the value will be. */
export type Given<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Values[Name]>;

/** Stands in the compiled statement's list of parameters until a call replaces it. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiling a statement with Kysely costs up to a millisecond, so it is done at the first call. PostgreSQL keeps the
 * statement parsed under its name on each connection, and after a few calls planned, too.
 * @param name for people who look at the database. PostgreSQL keeps one text for a name, so a digest of the text is added
 * @param build is called once. Whatever differs from call to call is a named parameter
 * @returns runs the statement with these values, and resolves to its rows
 * @throws Error for a call without a value
 */
export function prepareStatement<Values extends object, Row>(
  name: string,
  build: (given: Given<Values>) => Compilable<Row>,
): (values: Values) => Promise<Row[]> {
  let compiled: ReturnType<typeof compile> | undefined;
  return (values) => {
    compiled ??= compile(name, build);
    const { parameters, ...statement } = compiled;
    return run<Row & pg.QueryResultRow>({
      ...statement,
      values: parameters.map((parameter) =>
        parameter instanceof Placeholder ? valueFor(name, parameter, values) : parameter,
      ),
      ...TIME_LIMIT,
    });
  };
}

function compile<Values, Row>(name: string, build: (given: Given<Values>) => Compilable<Row>) {
  const { sql: text, parameters } = build((value) => sql`${new Placeholder(value)}`).compile();
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return { name: `${name}-${digest}`, text, parameters };
}

function valueFor(statement: string, { name }: Placeholder, values: object): unknown {
  const value: unknown = values[name as keyof typeof values];
  if (value === undefined) throw new Error(`${statement} was called without ${name}.`);
  return value;
}

/** `pool.query` would close the connection after every error. One that PostgreSQL reports leaves it usable, unless it ends. */
async function run<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
  const client = await pool().connect();
  try {
    const { rows } = await client.query<Row>(query);
    client.release();
    return rows;
  } catch (error) {
    client.release(!isUsableAfter(error));
    throw error;
  }
}

/** SQLSTATE 08 is a broken connection, 57P01 to 57P05 one that PostgreSQL is about to close. */
function isUsableAfter(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(?:08|57P0)/.test(error.code ?? "");
}
