/**
 * The one pool of connections of this process, used by Prisma and Kysely. Only lib/db, lib/auth and lib/jobs may use
 * it.
 */
import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { parseByValue, parseColumn } from "../contracts/json/exact-numbers.ts";
import { processSlot } from "../env/process-wide.ts";
import { settings } from "../env/settings.ts";
import { PrismaClient } from "./generated/client.ts";
import type { DB } from "./generated/tables.ts";
import {
  CONNECT_TIMEOUT_MS,
  POOL_IDLE_MS,
  QUERY_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
} from "./limits.ts";

/** Every table by its name in SQL, columns in snake_case, and the view of events that readers use. */
export type Database = DB & { log_event: Omit<DB["run_event"], "salt" | "mac"> };
export type DatabaseTransaction = Transaction<Database>;

type Connections = {
  pool: pg.Pool;
  kysely: Kysely<Database>;
  /** Made when the first read needs it. */
  prisma?: PrismaClient;
};

const store = processSlot<Connections>("db");

/** The name of a server's connections in `pg_stat_activity`. */
export const APPLICATION_NAME = "halfsilver";

/**
 * No JIT and no parallel query: running turns need the cores. Names are PostgreSQL's own first, then ours, whatever the
 * database asks of its connections; temporary tables, which somebody may have left behind a pooler, come last.
 */
const OPTIONS = "-c jit=off -c max_parallel_workers_per_gather=0 -c search_path=public,pg_temp";

function connections(): Connections {
  store.value ??= open();
  return store.value;
}

function open(): Connections {
  const pool = new pg.Pool({
    connectionString: settings().DATABASE_URL,
    max: settings().DATABASE_POOL_SIZE,
    application_name: APPLICATION_NAME,
    options: OPTIONS,
    idleTimeoutMillis: POOL_IDLE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  });
  // An idle connection that the server closes is replaced at the next query; it must not end the process.
  pool.on("error", () => undefined);
  return {
    pool,
    kysely: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
  };
}

/** JSON is read with the numbers that the column holds; everything else is read as the driver does. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: "text" | "binary") => {
  const { JSON: json, JSONB: jsonb } = pg.types.builtins;
  if (format !== "binary" && type === jsonb) return parseColumn;
  if (format !== "binary" && type === json) return parseByValue;
  return format === "binary"
    ? pg.types.getTypeParser(type, format)
    : pg.types.getTypeParser(type, "text");
};

/** Prisma, for simple reads and writes. */
export function db(): PrismaClient {
  const open = connections();
  open.prisma ??= new PrismaClient({ adapter: new PrismaPg(open.pool) });
  return open.prisma;
}

/** Kysely, for statements that Prisma cannot express. */
export function kysely(): Kysely<Database> {
  return connections().kysely;
}

/** The pool itself, for prepared statements, cursors and the job queue. */
export function pool(): pg.Pool {
  return connections().pool;
}

/** Whether all connections of the pool are in use, so that another statement has to wait. */
export function isPoolInUse(): boolean {
  const { idleCount, waitingCount, totalCount, options } = pool();
  return idleCount <= waitingCount && totalCount >= options.max;
}

/** A connection outside the pool, for LISTEN, held until the process ends. Not connected yet. */
export const openListener = (): pg.Client => openBeside(CONNECT_TIMEOUT_MS);

/** A connection outside the pool, for where that is in use. Each statement ends in time, too. Not connected yet. */
export const openHurried = (withinMs: number): pg.Client =>
  openBeside(withinMs, { query_timeout: withinMs, statement_timeout: withinMs });

function openBeside(connectionTimeoutMillis: number, limits: pg.ClientConfig = {}): pg.Client {
  return new pg.Client({
    ...limits,
    connectionString: settings().DATABASE_URL,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis,
    keepAlive: true,
  });
}

/** Closes every connection of the pool, for programs that end: a server's connections end with its process. */
export async function closeDatabase(): Promise<void> {
  const open = store.value;
  store.value = undefined;
  await open?.prisma?.$disconnect();
  await open?.pool.end();
}
