/** Statements of every turn: built and compiled once, then only given their values. */
import "server-only";
import { createHash } from "node:crypto";
import { type Compilable, type RawBuilder, sql } from "kysely";
import pg from "pg";
import { isPoolInUse, pool } from "./client.ts";
import { TURN_STATEMENT_TIMEOUT_MS } from "./limits.ts";

/** `pg` reads this option of a query, but its types lack it. */
const TIME_LIMIT = { query_timeout: TURN_STATEMENT_TIMEOUT_MS };

/** A named parameter of a statement: `given("runId")` stands where the value will be. */
export type Given<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Values[Name]>;

/** A connection of the pool that the caller holds. */
export type Connection = Pick<pg.PoolClient, "query">;

type Prepared<Values, Row> = (values: Values, connection?: Connection) => Promise<Row[]>;

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
 * @returns runs the statement with these values, on a connection of the pool or a given one, and resolves to its rows
 * @throws Error for a call without a value
 */
export function prepareStatement<Values extends object, Row>(
  name: string,
  build: (given: Given<Values>) => Compilable<Row>,
): Prepared<Values, Row> {
  let compiled: ReturnType<typeof compile> | undefined;
  return (values, connection) => {
    compiled ??= compile(name, build);
    const { parameters, ...statement } = compiled;
    const query = {
      ...statement,
      values: parameters.map((parameter) =>
        parameter instanceof Placeholder ? valueFor(name, parameter, values) : parameter,
      ),
      ...TIME_LIMIT,
    };
    const run = async (client: Connection) =>
      (await client.query<Row & pg.QueryResultRow>(query)).rows;
    return connection ? run(connection) : onConnection(run);
  };
}

/**
 * One statement for each combination of parts that was asked for. PostgreSQL plans each of them once, which it cannot do
 * for a statement whose parameters switch parts on and off.
 */
export function prepareVariants<Values extends object, Row, Parts>(
  name: string,
  build: (given: Given<Values>, parts: Parts) => Compilable<Row>,
): (parts: Parts) => Prepared<Values, Row> {
  const variants = new Map<string, Prepared<Values, Row>>();
  return (parts) => {
    const key = JSON.stringify(parts);
    const known = variants.get(key);
    if (known) return known;
    const variant = prepareStatement<Values, Row>(name, (given) => build(given, parts));
    variants.set(key, variant);
    return variant;
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

/**
 * Statements that follow one another take one connection. `pool.query` would close it after every error: one that
 * PostgreSQL reports leaves it usable, unless it ends.
 * @param withinMs how long to wait while all connections are in use; absent: as long as the pool does
 * @throws NoFreeConnection with nothing done
 */
export async function onConnection<Result>(
  work: (connection: Connection) => Promise<Result>,
  withinMs?: number,
): Promise<Result> {
  const client = await connect(withinMs);
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(!isUsableAfter(error));
    throw error;
  }
}

/** All connections of this process were in use for too long. Says nothing of the database. */
export class NoFreeConnection extends Error {}

async function connect(withinMs?: number): Promise<pg.PoolClient> {
  const isWaiting = isPoolInUse();
  const connecting = pool().connect();
  if (withinMs === undefined || !isWaiting) return connecting;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new NoFreeConnection("no connection became free in time")),
    withinMs,
  );
  try {
    return await Promise.race([connecting, late.promise]);
  } catch (error) {
    connecting.then(
      (client) => client.release(),
      () => undefined,
    );
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Statements that commit together, or not at all. Whatever `work` throws takes all of them back. */
export async function inTransaction<Result>(
  connection: Connection,
  work: () => Promise<Result>,
): Promise<Result> {
  await connection.query({ text: "BEGIN", ...TIME_LIMIT });
  try {
    const result = await work();
    await connection.query({ text: "COMMIT", ...TIME_LIMIT });
    return result;
  } catch (error) {
    if (isUsableAfter(error)) await connection.query({ text: "ROLLBACK", ...TIME_LIMIT });
    throw error;
  }
}

/** SQLSTATE 08 is a broken connection, 57P01 to 57P05 one that PostgreSQL is about to close. */
function isUsableAfter(error: unknown): boolean {
  if (error instanceof TakenBack) return true;
  return error instanceof pg.DatabaseError && !/^(?:08|57P0)/.test(error.code ?? "");
}

/** Takes a transaction back because of what it found, on a connection that has no fault. */
export class TakenBack extends Error {}
