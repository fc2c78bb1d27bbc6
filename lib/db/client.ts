import "server-only";
/** The one Prisma client of this process, and the one pool for the statements of a turn. Nothing outside lib/db and lib/auth asks for them. */
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { settings } from "../env/settings.ts";
import { PrismaClient } from "./generated/client.ts";

type Connections = { pool: pg.Pool; prisma: PrismaClient };

const KEY = Symbol.for("halfsilver.db");
const store = globalThis as { [KEY]?: Connections };

function connections(): Connections {
  store[KEY] ??= open(settings().DATABASE_URL, settings().DATABASE_POOL_SIZE);
  return store[KEY];
}

/** A turn's statements are few and always the same: planned once a connection, and never compiled. */
const PLANNED_ONCE = "-c plan_cache_mode=force_generic_plan -c jit=off";

/** Everything else has turns beside it: a statement is neither compiled nor spread over the cores that those need. */
const NEVER_COMPILED = "-c jit=off -c max_parallel_workers_per_gather=0";

/** A new connection and the plans of a turn cost the database 10 ms, as much as six turns; a peak would need many at once. */
const KEPT_FOR_A_PEAK_MS = 600_000;
const IDLE_MS = 30_000;

/** Nothing waits for ever: not for a connection, not for a statement, not for a database that has gone silent. */
const PATIENCE = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 25_000,
  query_timeout: 30_000,
  keepAlive: true,
} as const;

function open(connectionString: string, max: number): Connections {
  const openPool = (options: string, idleTimeoutMillis: number) => {
    const pool = new pg.Pool({
      connectionString,
      max,
      options,
      idleTimeoutMillis,
      ...PATIENCE,
    });
    // An idle connection that the server closes is replaced at the next query; it must not end the process.
    return pool.on("error", () => undefined);
  };
  const prisma = new PrismaClient({
    adapter: new PrismaPg(openPool(NEVER_COMPILED, IDLE_MS), { disposeExternalPool: true }),
  });
  return { pool: openPool(PLANNED_ONCE, KEPT_FOR_A_PEAK_MS), prisma };
}

/** Prisma, for everything that is not on the hot path of a turn. */
export function db(): PrismaClient {
  return connections().prisma;
}

/** The pool for the prepared statements of a turn. */
export function pool(): pg.Pool {
  return connections().pool;
}

/** Closes every connection. For tests and for the end of the process. */
export async function closeDatabase(): Promise<void> {
  const open = store[KEY];
  store[KEY] = undefined;
  await open?.prisma.$disconnect();
  await open?.pool.end();
}
