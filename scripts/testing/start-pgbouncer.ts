/** PgBouncer in transaction mode with the configuration of docs/guides/pgbouncer.ini, before a database of a test. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { postgresAccount } from "../database/postgres-account.ts";
import { findFreePort } from "../processes/find-free-port.ts";
import { keepChild } from "../processes/keep-child.ts";
import { ROOT } from "../setup/paths.ts";
import { installPackage } from "./install-package.ts";
import { until } from "./until.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
/** The first version that keeps named statements in transaction mode. */
const NAMES_SINCE = 1.21;

export type Pooler = {
  /** Address of the same database, through it. */ url: string;
  stop(): Promise<void>;
};

/** Installs it where that is possible. @returns null where it is not there */
export function pgbouncerVersion(): number | null {
  if (!existsSync(PROGRAM)) installPackage("pgbouncer");
  if (!existsSync(PROGRAM)) return null;
  const { stdout } = spawnSync(PROGRAM, ["--version"], { encoding: "utf8" });
  const [, version] = /PgBouncer (\d+\.\d+)/.exec(stdout) ?? [];
  return version === undefined ? null : Number(version);
}

export function keepsNames(version: number | null): boolean {
  return version !== null && version >= NAMES_SINCE;
}

export async function startPgbouncer(databaseUrl: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-pgbouncer-"));
  chmodSync(folder, 0o755);
  const database = new URL(databaseUrl);
  const url = new URL(databaseUrl);
  url.port = String(await findFreePort());
  const given = readFileSync(join(ROOT, "docs/guides/pgbouncer.ini"), "utf8");
  const { username, password } = database;
  const text = given
    .replace(
      /^halfsilver = .*$/m,
      `* = host=127.0.0.1 port=${database.port} user=${username} password=${password}`,
    )
    .replace(/^listen_port = .*$/m, `listen_port = ${url.port}\nunix_socket_dir =`)
    // Any name is let in: the line above says who it is for PostgreSQL.
    .replace(/^auth_type = .*$/m, "auth_type = any")
    .replace(/^auth_file = .*\n/m, "")
    .replace(/^max_prepared.*\n/m, (line) => (keepsNames(pgbouncerVersion()) ? line : ""));
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, text);
  const child = keepChild({
    name: "PgBouncer",
    command: PROGRAM,
    args: [file],
    // It refuses to run as root.
    ...postgresAccount(),
  });
  const stop = async () => {
    await child.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until("PgBouncer answers", () => answers(url.href));
  } catch (cause) {
    await stop();
    throw new Error(`PgBouncer does not answer.\n${child.lastOutput(20)}`, { cause });
  }
  return { url: url.href, stop };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
