/** Polls how much processor time a process uses, and whether it uses any. */
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
    const use = await readUse(pid);
    if (isEnded() || use === null) return true;
    begin ??= use.processorMs;
    if (use.processorMs - begin <= maxMs) return true;
    onOver();
    return false;
  });
}

/**
 * A process that has work, uses no processor time and waits for none hangs: it is stopped, or waits for what never comes. Looks
 * are counted and not time, so that a process is not blamed for a pause of this one.
 * @param maxMs of idleness
 * @returns a function that stops polling
 */
export function watchForHang(
  pid: number,
  onHang: () => void,
  maxMs: number = SANDBOX_LIMITS.hangMs,
): () => void {
  let last = -1;
  let idleLooks = 0;
  return poll(SANDBOX_LIMITS.hangLookMs, async (isEnded) => {
    const use = await readUse(pid);
    if (isEnded() || use === null) return true;
    idleLooks = use.processorMs === last && !use.wantsProcessor ? idleLooks + 1 : 0;
    last = use.processorMs;
    if (idleLooks * SANDBOX_LIMITS.hangLookMs < maxMs) return true;
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

type Use = {
  /** Of all threads since the process began. */
  processorMs: number;
  /** It runs, or is ready to: behind others, on a busy machine, or behind the disk. */
  wantsProcessor: boolean;
};
/** Running or ready, and waiting for the disk, on Linux and elsewhere. */
const WANTS = /^[RDU]/;

/** @returns null where the process has exited or the system does not report it */
async function readUse(pid: number): Promise<Use | null> {
  try {
    if (process.platform === "linux") {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8");
      // The name of the program, in brackets, may hold spaces. Fields 14 and 15 are the user's and the system's time.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const ticks = Number(fields[11]) + Number(fields[12]);
      return {
        processorMs: ticks * SANDBOX_LIMITS.tickMs,
        wantsProcessor: WANTS.test(fields[0] ?? ""),
      };
    }
    const asked = ["-o", "state=,time=", "-p", String(pid)];
    const { stdout } = await promisify(execFile)("ps", asked);
    const [state = "", time = ""] = stdout.trim().split(/\s+/);
    const processorMs = readTime(time);
    return processorMs === null ? null : { processorMs, wantsProcessor: WANTS.test(state) };
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
