/** Inspects and ends processes by id. An id may have been reused, so callers check the command line. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** The command line of a live process; null for none. */
export function commandOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  try {
    if (process.platform === "linux") {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      return command === "" ? null : command;
    }
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}

/** Whether the id is in use, including by a zombie. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Ends a process whose command matches `isOurs`: with `signal` first, with SIGKILL after `graceMs`. */
export async function endProcess(
  pid: number,
  isOurs: (command: string) => boolean,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  const alive = () => {
    const command = commandOf(pid);
    return command !== null && isOurs(command);
  };
  if (!alive()) return;
  sendSignal(pid, signal);
  const deadline = Date.now() + graceMs;
  while (alive() && Date.now() < deadline) await delay(25);
  if (alive()) sendSignal(pid, "SIGKILL");
  while (alive()) await delay(25);
}

/**
 * Kills a process and all its descendants at once. All are paused first, because the children of a killed parent can no
 * longer be found through it.
 */
export function killTree(pid: number): void {
  const paused = new Set<number>();
  for (let found = [pid]; found.length > 0; ) {
    for (const id of found) {
      paused.add(id);
      sendSignal(id, "SIGSTOP");
    }
    found = descendantsOf(pid).filter((id) => !paused.has(id));
  }
  for (const id of paused) sendSignal(id, "SIGKILL");
}

/** The ids of all processes that descend from `pid`. */
export function descendantsOf(pid: number): number[] {
  const parents = readParents();
  const found: number[] = [];
  for (let generation = [pid]; generation.length > 0; found.push(...generation)) {
    generation = [...parents]
      .filter(([, parent]) => generation.includes(parent))
      .map(([child]) => child);
  }
  return found;
}

/** Maps the id of every process to its parent's id. */
function readParents(): Map<number, number> {
  if (process.platform !== "linux") {
    const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
    const rows = table.trim().split("\n");
    return new Map(rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]));
  }
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return new Map(
    ids.flatMap((id) => {
      const parent = readParent(id);
      return parent === null ? [] : [[Number(id), parent] as const];
    }),
  );
}

/** The parent is the second field after the name, which is in parentheses and may contain spaces. */
function readParent(id: string): number | null {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

/** Ignores a process that has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
