/**
 * Gives one input to a sandboxed process of its own and takes its one line of reply, within limits of processor time, memory
 * and length. A process that hangs or is killed by somebody else is replaced once.
 */
import "server-only";
import { SANDBOX_LIMITS } from "../limits.ts";
import { readLines } from "./read-lines.ts";
import {
  packagesPath,
  type SandboxOptions,
  spawnSandboxedNode,
  toolsPath,
} from "./spawn-sandboxed-node.ts";
import { watchMemory } from "./watch-memory.ts";
import { watchForHang, watchProcessor } from "./watch-processor.ts";

export type OnceOptions = SandboxOptions & {
  processorMaxS: number;
  /** Wall clock. On a busy machine a process waits several times longer than it works. */
  timeoutMs: number;
  memoryMaxBytes: number;
  replyMaxBytes: number;
};

type WorkerLimits = {
  readonly processHeapMaxMb: number;
  readonly processorMaxS: number;
  readonly processTimeoutMs: number;
  readonly processMemoryMaxBytes: number;
  readonly processReplyMaxBytes: number;
};

/** The options of a tool's own worker, which may read its folder and the packages. @param tool the name of its folder */
export function workerOptions(tool: string, args: string[], limits: WorkerLimits): OnceOptions {
  const inside = toolsPath(tool, "inside");
  return {
    script: `${inside}/worker.mjs`,
    args,
    readable: [`${inside}/*`, toolsPath("sandbox", "inside", "*"), packagesPath("*")],
    heapMaxMb: limits.processHeapMaxMb,
    processorMaxS: limits.processorMaxS,
    timeoutMs: limits.processTimeoutMs,
    memoryMaxBytes: limits.processMemoryMaxBytes,
    replyMaxBytes: limits.processReplyMaxBytes,
  };
}

export type OnceReply =
  | { ok: true; line: string }
  /**
   * `too-much-work`: its processor time is used up. `too-big`: its memory, or its reply. `hung`: it did nothing, twice.
   * `crashed`: it ended without a reply.
   */
  | {
      ok: false;
      reason: "too-much-work" | "too-slow" | "too-big" | "hung" | "crashed" | "aborted";
    };

type Attempt = OnceReply | { ok: false; reason: "killed" };

/** Exit code of Node when its heap is full: SIGABRT, as shells number it. */
const ABORTED = 134;

/** Never rejects. The process is gone, or is being killed, when it resolves. */
export async function runOnce(
  options: OnceOptions,
  input: string | Uint8Array,
  signal: AbortSignal,
): Promise<OnceReply> {
  const first = await attempt(options, input, signal);
  if (first.ok || (first.reason !== "hung" && first.reason !== "killed")) return first as OnceReply;
  const second = await attempt(options, input, signal);
  // Twice, most likely by the system, which had no memory left.
  if (!second.ok && second.reason === "killed") return { ok: false, reason: "too-big" };
  return second as OnceReply;
}

function attempt(
  options: OnceOptions,
  input: string | Uint8Array,
  signal: AbortSignal,
): Promise<Attempt> {
  if (signal.aborted) return Promise.resolve({ ok: false, reason: "aborted" });
  const child = spawnSandboxedNode(options);
  return new Promise((resolve) => {
    const finish = (reply: Attempt) => {
      clearTimeout(timer);
      for (const stop of watches) stop();
      signal.removeEventListener("abort", abort);
      child.kill("SIGKILL");
      resolve(reply);
    };
    const fail = (reason: Exclude<Attempt, { ok: true }>["reason"]) => () =>
      finish({ ok: false, reason });
    const abort = fail("aborted");
    const timer = setTimeout(fail("too-slow"), options.timeoutMs);
    const { pid = 0 } = child;
    // The kernel comes first, unless its signal is ignored.
    const processorMaxMs = options.processorMaxS * 1_000 + SANDBOX_LIMITS.ignoredSignalMs;
    const watches = [
      watchMemory(pid, options.memoryMaxBytes, fail("too-big")),
      watchForHang(pid, fail("hung")),
      watchProcessor(pid, processorMaxMs, fail("too-much-work")),
    ];
    signal.addEventListener("abort", abort, { once: true });
    readLines(
      child.stdout,
      options.replyMaxBytes,
      (line) => finish({ ok: true, line }),
      fail("too-big"),
    );
    child.once("error", fail("crashed"));
    child.once("close", (code, killer) => fail(reasonOf(code, killer))());
    child.stdin.end(input);
  });
}

function reasonOf(code: number | null, killer: NodeJS.Signals | null) {
  if (killer === "SIGXCPU") return "too-much-work";
  if (killer === "SIGABRT" || code === ABORTED) return "too-big";
  return killer === "SIGKILL" || killer === "SIGTERM" ? "killed" : "crashed";
}
