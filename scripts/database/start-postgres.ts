/** The embedded PostgreSQL: created once in a data folder, then started there, on 127.0.0.1 only. */

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { POSTGRES_LOG_MAX_BYTES, POSTGRES_READY_TIMEOUT_MS } from "../limits.ts";
import { findFreePort, isPortFree } from "../processes/find-free-port.ts";
import { type KeptChild, keepChild } from "../processes/keep-child.ts";
import { endOrphanPostgres } from "./end-orphan-postgres.ts";
import { postgresAccount, type SystemAccount } from "./postgres-account.ts";
import { findPrograms, type Programs, placeCluster } from "./postgres-place.ts";

const USER = "halfsilver";

export type PostgresOptions = {
  dataDir: string;
  /** Disables fsync: a power cut may lose the data. */
  throwAway?: boolean;
  onProgress?: (line: string) => void;
  /** Called with the process before it is ready. */
  onChild?: (child: KeptChild) => void;
  /** Fails when its last port is taken, instead of choosing another: the server already uses this address. */
  keepPort?: boolean;
};

export type RunningPostgres = {
  /** Connects to the database `halfsilver`, which exists. */
  url: string;
  child: KeptChild;
  stop(): Promise<void>;
};

type ConnectionSettings = { port: number; password: string };

/**
 * Starts PostgreSQL in `dataDir`, and creates the cluster if there is none. Recovers from what a killed process left: a
 * stale lock file, an orphaned server, a partial cluster.
 * @throws Error with the last lines of its log when it does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const account = postgresAccount();
  const programs = await findPrograms(account);
  const cluster = await placeCluster(options.dataDir, account);
  await endOrphanPostgres(cluster);
  const kept = join(options.dataDir, "postgres.json");
  if (!existsSync(join(cluster, "PG_VERSION"))) {
    const { password } = await readOrChooseConnection(kept, options.keepPort ?? false);
    options.onProgress?.("Creating the database");
    await createCluster({ programs, account, cluster, user: USER, password });
  }
  // Again after the cluster was made, which takes seconds: another process may have taken the port.
  const connection = await readOrChooseConnection(kept, options.keepPort ?? false);
  const logFile = join(options.dataDir, "postgres.log");
  if (existsSync(logFile) && readFileSync(logFile).length > POSTGRES_LOG_MAX_BYTES)
    truncateSync(logFile);
  const stale = readLock(cluster);
  const child = keepChild({
    name: "PostgreSQL",
    command: programs.postgres,
    args: ["-D", cluster, "-p", String(connection.port), ...flags(options.throwAway ?? false)],
    cwd: "/",
    ...account,
    logFile,
    stopSignal: "INT",
    graceSeconds: 20,
    ownSession: true,
  });
  options.onChild?.(child);
  await untilReady(child, () => readLock(cluster), stale);
  const url = `postgresql://${USER}:${connection.password}@127.0.0.1:${connection.port}/halfsilver`;
  return { url, child, stop: () => child.stop() };
}

function flags(throwAway: boolean): string[] {
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "shared_buffers=128MB",
    "timezone=UTC",
    "log_timezone=UTC",
    ...(throwAway ? ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] : []),
  ];
  return settings.flatMap((setting) => ["-c", setting]);
}

/** The port and password stored in the data folder. Chooses another port when the stored one is taken. */
async function readOrChooseConnection(
  file: string,
  keepPort: boolean,
): Promise<ConnectionSettings> {
  mkdirSync(join(file, ".."), { recursive: true });
  const known = readConnection(file);
  if (known && (await isPortFree(known.port))) return known;
  if (known && keepPort) throw new Error(`PostgreSQL's port ${known.port} is taken.`);
  const chosen = {
    port: await findFreePort(),
    password: known?.password ?? randomBytes(24).toString("hex"),
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(chosen)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return chosen;
}

function readConnection(file: string): ConnectionSettings | null {
  if (!existsSync(file)) return null;
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Partial<ConnectionSettings>;
    if (typeof value.port !== "number" || typeof value.password !== "string") return null;
    return { port: value.port, password: value.password };
  } catch {
    return null;
  }
}

/** Waits for "ready" in the lock file, which does not depend on the language of the log. */
async function untilReady(child: KeptChild, lock: () => string, stale: string): Promise<void> {
  let gone: number | null = null;
  void child.exited.then((code) => {
    gone = code;
  });
  const deadline = Date.now() + POSTGRES_READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (gone !== null)
      throw new Error(`PostgreSQL did not start (exit ${gone}).\n${child.lastOutput()}`);
    const now = lock();
    if (now !== stale && now.split("\n")[7]?.trim() === "ready") return;
    await delay(20);
  }
  await child.stop();
  throw new Error(
    `PostgreSQL was not ready in ${POSTGRES_READY_TIMEOUT_MS / 1000} s.\n${child.lastOutput()}`,
  );
}

/** The text of the cluster's lock file; empty if there is none. */
function readLock(cluster: string): string {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8");
  } catch {
    return "";
  }
}

type ClusterPlan = {
  programs: Programs;
  account: SystemAccount | null;
  /** The folder to create. Its parent must belong to the account. */
  cluster: string;
  user: string;
  password: string;
};

/**
 * Creates a PostgreSQL cluster with one database, `halfsilver`.
 * Creates the cluster in a temporary folder and renames it when it is complete, so that a kill never leaves a partial
 * cluster in place. The collation sorts by code point on every platform.
 */
async function createCluster(plan: ClusterPlan): Promise<void> {
  const partial = `${plan.cluster}.partial`;
  const passwordFile = `${plan.cluster}.password`;
  rmSync(partial, { recursive: true, force: true });
  rmSync(plan.cluster, { recursive: true, force: true });
  writeFileSync(passwordFile, `${plan.password}\n`, { mode: 0o600 });
  if (plan.account) chownSync(passwordFile, plan.account.uid, plan.account.gid);
  const args = [
    ...["-D", partial, "-U", plan.user, "-E", "UTF8", "--no-sync", "--no-instructions"],
    ...["--auth=scram-sha-256", `--pwfile=${passwordFile}`],
    ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
  ];
  await runAs(plan, plan.programs.initdb, args, "");
  rmSync(passwordFile);
  const database = "CREATE DATABASE halfsilver;\n";
  await runAs(plan, plan.programs.postgres, ["--single", "-D", partial, "postgres"], database);
  renameSync(partial, plan.cluster);
}

async function runAs(
  plan: ClusterPlan,
  file: string,
  args: string[],
  input: string,
): Promise<void> {
  const running = promisify(execFile)(file, args, { cwd: "/", ...plan.account });
  running.child.stdin?.end(input);
  await running.catch((error: { stderr?: string; message: string }) => {
    const reason = error.stderr?.trim() || error.message;
    throw new Error(`The database could not be created.\n${reason}`, { cause: error });
  });
}
