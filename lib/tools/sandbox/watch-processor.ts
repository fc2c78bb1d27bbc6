/** Polls how much processor time a process uses. */
import "server-only";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { SANDBOX_LIMITS } from "../limits.ts";

/**
 * @param maxMs of processor time from now on; `onOver` is called once when it is exceeded
 * @returns a function that stops polling
 */
export function watchProcessor(pid: number, maxMs: number, onOver: () => void): () => void {
  let begin: number | null = null;
  return poll(SANDBOX_LIMITS.processorLookMs, async (isEnded) => {
    const used = await processorMs(pid);
    if (isEnded() || used === null) return true;
    begin ??= used;
    if (used - begin <= maxMs) return true;
    onOver();
    return false;
  });
}

/**
 * A process that has work and uses no processor time hangs: it is stopped, or waits for what never comes. Looks are counted
 * and not time, so that a process is not blamed for a pause of this one.
 * @returns a function that stops polling
 */
export function watchForHang(pid: number, onHang: () => void): () => void {
  let last = -1;
  let idleLooks = 0;
  return poll(SANDBOX_LIMITS.hangLookMs, async (isEnded) => {
    const used = await processorMs(pid);
    if (isEnded() || used === null) return true;
    idleLooks = used === last ? idleLooks + 1 : 0;
    last = used;
    if (idleLooks < SANDBOX_LIMITS.hangLooks) return true;
    onHang();
    return false;
  });
}

/** @param look returns whether to look again */
function poll(everyMs: number, look: (isEnded: () => boolean) => Promise<boolean>): () => void {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    timer = setTimeout(async () => {
      if ((await look(() => ended)) && !ended) next();
    }, everyMs);
  };
  next();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** Of all threads of a process since it began. @returns null where it has exited or the system does not report it */
async function processorMs(pid: number): Promise<number | null> {
  try {
    if (process.platform === "linux") {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8");
      // The name of the program, in brackets, may hold spaces. Fields 14 and 15 are the user's and the system's time.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) * SANDBOX_LIMITS.tickMs;
    }
    const { stdout } = await promisify(execFile)("ps", ["-o", "time=", "-p", String(pid)]);
    return readTime(stdout.trim());
  } catch {
    return null;
  }
}

/** `[[days-]hours:]minutes:seconds[.hundredths]`, as `ps` writes it. */
function readTime(text: string): number | null {
  const [, days = "0", clock = ""] = /^(?:(\d+)-)?([\d:.]+)$/.exec(text) ?? [];
  if (clock === "") return null;
  const seconds = clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1_000;
}
