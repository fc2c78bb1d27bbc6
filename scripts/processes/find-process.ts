/** Looks at processes by id, without trusting that an id still belongs to whom it once did. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** The command line of a live process, or null. */
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

/** Whether the id is taken, be it by a dead process that nobody has collected yet. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Ends a process that matches `isOurs`, with `signal` first and SIGKILL when that takes longer than `graceMs`.
 */
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
  process.kill(pid, signal);
  const deadline = Date.now() + graceMs;
  while (alive() && Date.now() < deadline) await delay(25);
  if (alive()) process.kill(pid, "SIGKILL");
  while (alive()) await delay(25);
}
