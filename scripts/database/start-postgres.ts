/** The embedded PostgreSQL: made once under a data folder, then started there, on 127.0.0.1 only. */
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort, isPortFree } from "../processes/find-free-port.ts";
import { type KeptChild, keepChild } from "../processes/keep-child.ts";
import { createCluster } from "./create-cluster.ts";
import { endOrphanPostgres } from "./end-orphan-postgres.ts";
import { postgresAccount } from "./postgres-account.ts";
import { findPrograms, placeCluster } from "./postgres-place.ts";

const READY_TIMEOUT_MS = 60_000;
const LOG_LIMIT_BYTES = 10_000_000;
const USER = "halfsilver";

export type PostgresOptions = {
  dataDir: string;
  /** For throw-away data: no fsync, so a power cut may lose it. */
  throwAway?: boolean;
  onProgress?: (line: string) => void;
  /** Is told of the process before it is ready. */
  onChild?: (child: KeptChild) => void;
  /** Fails where its last port is taken, instead of taking another: somebody knows its address already. */
  keepPort?: boolean;
};

export type RunningPostgres = {
  /** Connects to the database `halfsilver`, which exists. */
  url: string;
  child: KeptChild;
  stop(): Promise<void>;
};

type Remembered = { port: number; password: string };

/**
 * Starts PostgreSQL under `dataDir`, making the cluster first where there is none. Recovers from whatever a killed
 * predecessor left: a stale lock file, an orphan server, a half-made cluster.
 * @throws Error with the last lines of its log when it does not come up
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const account = postgresAccount();
  const programs = await findPrograms(account);
  const cluster = await placeCluster(options.dataDir, account);
  await endOrphanPostgres(cluster);
  const remembered = await remember(
    join(options.dataDir, "postgres.json"),
    options.keepPort ?? false,
  );
  if (!existsSync(join(cluster, "PG_VERSION"))) {
    options.onProgress?.("Creating the database");
    await createCluster({ programs, account, cluster, user: USER, password: remembered.password });
  }
  const logFile = join(options.dataDir, "postgres.log");
  if (existsSync(logFile) && readFileSync(logFile).length > LOG_LIMIT_BYTES) truncateSync(logFile);
  const stale = readLock(cluster);
  const child = keepChild({
    name: "PostgreSQL",
    command: programs.postgres,
    args: ["-D", cluster, "-p", String(remembered.port), ...flags(options.throwAway ?? false)],
    cwd: "/",
    ...account,
    logFile,
    stopSignal: "INT",
    graceSeconds: 20,
    ownSession: true,
  });
  options.onChild?.(child);
  await untilReady(child, () => readLock(cluster), stale);
  const url = `postgresql://${USER}:${remembered.password}@127.0.0.1:${remembered.port}/halfsilver`;
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

/** The port and the password of this data folder; another port where somebody took the old one. */
async function remember(file: string, keepPort: boolean): Promise<Remembered> {
  mkdirSync(join(file, ".."), { recursive: true });
  const known = readRemembered(file);
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

function readRemembered(file: string): Remembered | null {
  if (!existsSync(file)) return null;
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Partial<Remembered>;
    if (typeof value.port !== "number" || typeof value.password !== "string") return null;
    return { port: value.port, password: value.password };
  } catch {
    return null;
  }
}

/** PostgreSQL writes "ready" into its lock file, whatever language it logs in. */
async function untilReady(child: KeptChild, lock: () => string, stale: string): Promise<void> {
  let gone: number | null = null;
  void child.exited.then((code) => {
    gone = code;
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (gone !== null)
      throw new Error(`PostgreSQL did not start (exit ${gone}).\n${child.lastOutput()}`);
    const now = lock();
    if (now !== stale && now.split("\n")[7]?.trim() === "ready") return;
    await delay(20);
  }
  await child.stop();
  throw new Error(
    `PostgreSQL was not ready in ${READY_TIMEOUT_MS / 1000} s.\n${child.lastOutput()}`,
  );
}

/** The text of the cluster's lock file; empty where there is none. */
function readLock(cluster: string): string {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8");
  } catch {
    return "";
  }
}
