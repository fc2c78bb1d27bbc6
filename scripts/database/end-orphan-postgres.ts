/** What a killed predecessor left in a cluster: a server that still runs, or a lock file without one. */
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { commandOf, endProcess, isProcess } from "../processes/find-process.ts";

const GRACE_MS = 20_000;
const WORKERS_GRACE_MS = 5_000;

/**
 * Ends a PostgreSQL that still runs in `cluster`. A stale lock file is left to PostgreSQL, which checks shared memory
 * before it takes over, except where its process id still answers: it is a stranger's now, or that of a dead process
 * that nobody has collected, and PostgreSQL would wait for it in vain.
 */
export async function endOrphanPostgres(cluster: string): Promise<void> {
  const lockFile = join(cluster, "postmaster.pid");
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, "utf8").split("\n")[0]);
  const isOurs = (command: string) => command.includes("postgres") && command.includes(cluster);
  await endProcess(pid, isOurs, "SIGINT", GRACE_MS);
  await endWorkersIn(cluster);
  if (isProcess(pid)) rmSync(lockFile, { force: true });
}

/**
 * PostgreSQL's processes stand in their cluster's folder, and end by themselves once their parent is gone. One that hangs is
 * killed: a new PostgreSQL would refuse to start beside it.
 */
async function endWorkersIn(cluster: string): Promise<void> {
  if (process.platform !== "linux") return;
  const deadline = Date.now() + WORKERS_GRACE_MS;
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
