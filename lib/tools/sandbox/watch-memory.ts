/** Polls how much memory a process uses. */
import "server-only";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { SANDBOX_LIMITS } from "../limits.ts";

/**
 * @param maxBytes of the resident set; `onOver` is called once when it is exceeded
 * @returns a function that stops polling
 */
export function watchMemory(pid: number, maxBytes: number, onOver: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const look = async () => {
    const bytes = await residentBytes(pid);
    if (ended) return;
    if (bytes > maxBytes) onOver();
    else timer = setTimeout(look, SANDBOX_LIMITS.memoryLookMs);
  };
  timer = setTimeout(look, SANDBOX_LIMITS.memoryLookMs);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** @returns 0 where the process has exited or the system does not report it */
export async function residentBytes(pid: number): Promise<number> {
  try {
    if (process.platform === "linux") {
      const status = await readFile(`/proc/${pid}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    }
    const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
    return Number(stdout.trim()) * 1024;
  } catch {
    return 0;
  }
}
