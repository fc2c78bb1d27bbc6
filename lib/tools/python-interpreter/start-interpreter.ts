import "server-only";
/** One Python in its own process: cells in, ends out, killed at its limits. */
import { readLines } from "../sandbox/read-lines.ts";
import { type SandboxedNode, spawnSandboxedNode } from "../sandbox/spawn-sandboxed-node.ts";
import { watchMemory } from "../sandbox/watch-memory.ts";
import { type CellEnd, CellReply } from "./cell-end.ts";
import type { InterpreterPaths } from "./interpreter-paths.ts";

export type InterpreterLimits = {
  /** Wall clock of one cell. */
  timeoutMs: number;
  /** What Python may hold. */
  memoryMb: number;
};

export type Interpreter = {
  readonly pid: number;
  readonly alive: boolean;
  /** One at a time. Resolves when the process has answered or is dead. */
  run(code: string, signal: AbortSignal): Promise<CellEnd>;
  /** Kills it. */
  close(): void;
};

const START_TIMEOUT_MS = 30_000;
/** Replies are cut far below this by the worker; only one that has been broken into sends more. */
const REPLY_MAX_BYTES = 2 * 1024 * 1024;
/** Node and the WebAssembly code itself, beside what Python holds. */
const RUNTIME_MB = 288;
const HEAP_MAX_MB = 256;

/** @throws Error when Python does not start */
export function startInterpreter(
  paths: InterpreterPaths,
  limits: InterpreterLimits,
  snapshot: string | null,
): Promise<Interpreter> {
  const child = spawnSandboxedNode({
    script: paths.worker,
    args: ["serve", paths.pyodide, String(limits.memoryMb), ...(snapshot ? [snapshot] : [])],
    readable: paths.readable,
    heapMaxMb: HEAP_MAX_MB,
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
    const fail = () => {
      clearTimeout(timer);
      reject(new Error("the Python interpreter did not start"));
    };
    child.once("error", fail);
    child.once("exit", fail);
    const interpreter = createInterpreter(child, limits, () => {
      clearTimeout(timer);
      child.off("exit", fail);
      resolve(interpreter);
    });
  });
}

function createInterpreter(
  child: SandboxedNode,
  limits: InterpreterLimits,
  onReady: () => void,
): Interpreter {
  const pid = child.pid ?? 0;
  let ready = false;
  let lastId = 0;
  let onReply: ((reply: CellReply) => void) | null = null;

  const take = (line: string) => {
    if (!ready) {
      ready = true;
      onReady();
      return;
    }
    const reply = parseReply(line);
    if (reply && reply.id === lastId) onReply?.(reply);
  };
  readLines(child.stdout, REPLY_MAX_BYTES, take, () => child.kill("SIGKILL"));

  return {
    pid,
    get alive() {
      return child.exitCode === null && child.signalCode === null && !child.killed;
    },
    close: () => void child.kill("SIGKILL"),
    run(code, signal) {
      lastId += 1;
      return new Promise((resolve) => {
        let killedFor: Exclude<CellEnd["kind"], "done" | "not-started"> = "crashed";
        const kill = (why: typeof killedFor) => {
          killedFor = why;
          child.kill("SIGKILL");
        };
        const finish = (end: CellEnd) => {
          onReply = null;
          clearTimeout(timer);
          stopWatch();
          signal.removeEventListener("abort", abort);
          child.off("exit", exit);
          resolve(end);
        };
        const abort = () => kill("aborted");
        const exit = () => finish({ kind: killedFor });
        const timer = setTimeout(() => kill("timed-out"), limits.timeoutMs);
        const maxBytes = (limits.memoryMb + RUNTIME_MB) * 1024 * 1024;
        const stopWatch = watchMemory(pid, maxBytes, () => kill("out-of-memory"));
        onReply = (reply) => finish({ kind: "done", reply });
        child.once("exit", exit);
        signal.addEventListener("abort", abort, { once: true });
        if (signal.aborted) abort();
        if (child.exitCode !== null || child.signalCode !== null) exit();
        else child.stdin.write(`${JSON.stringify({ id: lastId, code })}\n`);
      });
    },
  };
}

function parseReply(line: string): CellReply | null {
  try {
    return CellReply.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
