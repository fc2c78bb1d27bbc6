/** Checks whether the database can be read and written. */
import "server-only";
import type { ClientBase } from "pg";
import { processSlot } from "../env/process-wide.ts";
import { isPoolInUse, openHurried } from "./client.ts";
import { DATABASE_CHECK_CACHED_MS, DATABASE_CHECK_TIMEOUT_MS } from "./limits.ts";
import { onConnection } from "./prepare-statement.ts";

/** `full`: its disk is full. `away`: it does not answer in time. */
export type DatabaseState = "ok" | "away" | "read-only" | "full";

/**
 * A megabyte of rows goes to a temporary file, which a full disk refuses; an empty message is written to the log of the
 * database. Neither leaves a row behind. One text of several statements is one transaction.
 */
const PROBE = `
SET LOCAL work_mem = '64kB';
SELECT count(*) FROM unnest(array_fill(repeat('x', 1000), ARRAY[1024])) AS filled;
SELECT pg_logical_emit_message(true, 'halfsilver-health', '');`;

type Probe = { state: Promise<DatabaseState>; until: number };
const probe = processSlot<Probe>("database-probe");

/** How long a result is cached. */
export function checkDatabase(): Promise<DatabaseState> {
  const now = performance.now();
  const known = probe.value;
  if (known && known.until >= now) return known.state;
  const mine = { state: probeDatabase(), until: Number.POSITIVE_INFINITY };
  probe.value = mine;
  void mine.state.then(() => {
    mine.until = performance.now() + DATABASE_CHECK_CACHED_MS;
  });
  return mine.state;
}

async function probeDatabase(): Promise<DatabaseState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<DatabaseState>((resolve) => {
    timer = setTimeout(() => resolve("away"), DATABASE_CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([readAndWrite(), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readAndWrite(): Promise<DatabaseState> {
  try {
    return isPoolInUse() ? await readAndWriteBeside() : await onConnection(readAndWriteOn);
  } catch (error) {
    return stateOf(error);
  }
}

/** A server whose connections are all in use says nothing of its database. */
async function readAndWriteBeside(): Promise<DatabaseState> {
  const client = openHurried(DATABASE_CHECK_TIMEOUT_MS);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await readAndWriteOn(client);
  } finally {
    await client.end();
  }
}

async function readAndWriteOn(client: Pick<ClientBase, "query">): Promise<DatabaseState> {
  const { rows } = await client.query<{ read_only: boolean }>(
    "SELECT current_setting('transaction_read_only') = 'on' AS read_only",
  );
  if (rows[0]?.read_only) return "read-only";
  await client.query(PROBE);
  return "ok";
}

/** The state of the database that the error of a statement shows. */
export function stateOf(error: unknown): DatabaseState {
  const code = codeOf(error);
  if (code === "53100") return "full";
  return code === "25006" ? "read-only" : "away";
}

/**
 * SQLSTATE classes of a database that cannot work now: connection, resources, operator, system, read-only, conflicts. XX
 * (internal error) does not belong to them: a single row can cause one, and while the end of a run waits, all sends are
 * refused.
 */
const PASSING = /^(08|25006|40|53|55P03|57|58)/;

/** True if the same statement may succeed later, because the database did not refuse the data itself. */
export function mayPass(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const code = codeOf(error);
  const isSqlState = code !== null && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E");
  return !isSqlState || PASSING.test(code);
}

/** `pg` gives these errors no code. */
const LOST = /^(?:Connection terminated|Query read timeout)/;
/** Its pool says this where all connections were in use for too long. */
const IN_USE = "timeout exceeded when trying to connect";
const NETWORK: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["ENOTFOUND", "EAI_AGAIN"],
  // What Prisma makes of them: not reached, too late, closed.
  ...["P1001", "P1002", "P1008", "P1017"],
]);

/** True if the database could not work, whatever was asked of it. */
export function isDatabaseTrouble(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== null) return NETWORK.has(code) || PASSING.test(code);
  return error instanceof Error && (LOST.test(error.message) || isPoolTimeout(error));
}

/** True if no connection of the pool became free in time. Says nothing of the database. */
export function isPoolTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === IN_USE;
}

function codeOf(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : null;
}
