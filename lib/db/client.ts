import "server-only";
/** The one pool of connections of this process, with Prisma and Kysely over it. Nothing outside lib/db, lib/auth, lib/jobs asks for them. */
import { PrismaPg } from "@prisma/adapter-pg";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { settings } from "../env/settings.ts";
import { PrismaClient } from "./generated/client.ts";
import type { DB } from "./generated/tables.ts";

/** Every table by its name in SQL, columns in snake_case, and the view of events that readers use. */
export type Database = DB & { log_event: Omit<DB["run_event"], "salt"> };
export type DatabaseTransaction = Transaction<Database>;

type Connections = { pool: pg.Pool; prisma: PrismaClient; kysely: Kysely<Database> };

const KEY = Symbol.for("halfsilver.db");
const store = globalThis as { [KEY]?: Connections };

/** The name of a server's connections in `pg_stat_activity`. */
export const APPLICATION_NAME = "halfsilver";

/** No JIT and no parallel query: running turns need the cores. */
const PLANNING = "-c jit=off -c max_parallel_workers_per_gather=0";
/** Keeps idle connections for a while: a new one costs the database 10 ms, as much as six turns. */
const IDLE_MS = 300_000;
/** Time limits for a connection, a statement, and a database that has stopped answering. */
const PATIENCE = {
  connectionTimeoutMillis: 15_000,
  statement_timeout: 25_000,
  query_timeout: 30_000,
  keepAlive: true,
} as const;

function connections(): Connections {
  store[KEY] ??= open();
  return store[KEY];
}

function open(): Connections {
  const pool = new pg.Pool({
    connectionString: settings().DATABASE_URL,
    max: settings().DATABASE_POOL_SIZE,
    application_name: APPLICATION_NAME,
    options: PLANNING,
    idleTimeoutMillis: IDLE_MS,
    ...PATIENCE,
  });
  // An idle connection that the server closes is replaced at the next query; it must not end the process.
  pool.on("error", () => undefined);
  return {
    pool,
    prisma: new PrismaClient({ adapter: new PrismaPg(pool) }),
    kysely: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
  };
}

/** Prisma, for simple reads and writes. */
export function db(): PrismaClient {
  return connections().prisma;
}

/** Kysely, for statements that Prisma cannot express. */
export function kysely(): Kysely<Database> {
  return connections().kysely;
}

/** The pool itself, for prepared statements, cursors and the job queue. */
export function pool(): pg.Pool {
  return connections().pool;
}

/** A connection outside the pool, for LISTEN, held until the process ends. Not connected yet. */
export function openListener(): pg.Client {
  return new pg.Client({
    connectionString: settings().DATABASE_URL,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: PATIENCE.connectionTimeoutMillis,
    keepAlive: PATIENCE.keepAlive,
  });
}

/** Closes every connection of the pool. For tests and for the end of the process. */
export async function closeDatabase(): Promise<void> {
  const open = store[KEY];
  store[KEY] = undefined;
  await open?.prisma.$disconnect();
  await open?.pool.end();
}
