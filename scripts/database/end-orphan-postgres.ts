/** Ends what a killed start script left in a cluster: a running server, or a stale lock file. */
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { POSTGRES_ORPHAN_GRACE_MS, POSTGRES_WORKERS_GRACE_MS } from "../limits.ts";
import { commandOf, endProcess, isProcess } from "../processes/find-process.ts";

/**
 * Ends a PostgreSQL that still runs in `cluster`. PostgreSQL handles a stale lock file itself, unless the process id in
 * it belongs to another program or a zombie by now: then it would refuse to start, so the file is removed.
 */
export async function endOrphanPostgres(cluster: string): Promise<void> {
  const lockFile = join(cluster, "postmaster.pid");
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, "utf8").split("\n")[0]);
  const isOurs = (command: string) => command.includes("postgres") && command.includes(cluster);
  await endProcess(pid, isOurs, "SIGINT", POSTGRES_ORPHAN_GRACE_MS);
  await endWorkersIn(cluster);
  if (isProcess(pid)) rmSync(lockFile, { force: true });
}

/**
 * Worker processes run in the cluster's folder and exit once their parent is gone. One that hangs is killed, because a
 * new PostgreSQL refuses to start beside it.
 */
async function endWorkersIn(cluster: string): Promise<void> {
  if (process.platform !== "linux") return;
  const deadline = Date.now() + POSTGRES_WORKERS_GRACE_MS;
  while (Date.now() < deadline && workersIn(cluster).length > 0) await delay(25);
  for (const pid of workersIn(cluster)) {
    await endProcess(pid, (command) => command.includes("postgres"), "SIGKILL", 0);
  }
}

function workersIn(cluster: string): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => {
    try {
      return readlinkSync(`/proc/${id}/cwd`) === cluster && commandOf(id)?.includes("postgres");
    } catch {
      return false;
    }
  });
}
