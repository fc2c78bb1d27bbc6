/** Starts one Python in its own process, runs cells in it, and kills it at its limits. */
import "server-only";
import { z } from "zod";
import { PYTHON_LIMITS } from "../limits.ts";
import { readLines } from "../sandbox/read-lines.ts";
import {
  giveWay,
  type SandboxedNode,
  spawnSandboxedNode,
} from "../sandbox/spawn-sandboxed-node.ts";
import { watchMemory } from "../sandbox/watch-memory.ts";
import { watchForHang, watchProcessor } from "../sandbox/watch-processor.ts";
import type { InterpreterPaths } from "./ensure-snapshot.ts";

export const CellReply = z.object({
  id: z.number(),
  stdout: z.string(),
  stderr: z.string(),
  /** `repr` of the last expression's value; null where there is none. */
  value: z.string().nullable(),
  /** A short traceback. */
  error: z.string().nullable(),
  /** True for the first cell of its process. */
  fresh: z.boolean(),
});
export type CellReply = z.infer<typeof CellReply>;

/** How a cell ended. After all but `done` and `not-started` the conversation's variables are lost. */
export type CellEnd =
  | { kind: "done"; reply: CellReply }
  | { kind: "timed-out" }
  | { kind: "out-of-memory" }
  | { kind: "crashed" }
  | { kind: "aborted" }
  | { kind: "not-started" };

export type InterpreterLimits = {
  /** Processor time of one cell, and how long it may be idle. */
  timeoutMs: number;
  /** Memory that Python may use. */
  memoryMb: number;
};

export type Interpreter = {
  readonly pid: number;
  readonly alive: boolean;
  /** Runs one cell at a time. Resolves when the process has replied or exited. */
  run(code: string, signal: AbortSignal): Promise<CellEnd>;
  /** Lets all other sandboxed processes go first from now on. */
  giveWay(): void;
  /** Kills the process. */
  close(): void;
};

/** @throws Error where Python does not start */
export function startInterpreter(
  paths: InterpreterPaths,
  limits: InterpreterLimits,
  snapshot: string | null,
): Promise<Interpreter> {
  const child = spawnSandboxedNode({
    script: paths.worker,
    args: ["serve", paths.pyodide, String(limits.memoryMb), ...(snapshot ? [snapshot] : [])],
    readable: paths.readable,
    heapMaxMb: PYTHON_LIMITS.heapMaxMb,
  });
  return new Promise((resolve, reject) => {
    const { pid = 0 } = child;
    const kill = () => void child.kill("SIGKILL");
    // No wall clock: on a busy machine a start waits for a processor, and a second one would wait longer.
    const watches = [watchProcessor(pid, PYTHON_LIMITS.startMaxMs, kill), watchForHang(pid, kill)];
    const stopWatching = () => {
      for (const stop of watches) stop();
    };
    const fail = () => {
      stopWatching();
      reject(new Error("the Python interpreter did not start"));
    };
    child.once("error", fail);
    child.once("exit", fail);
    const interpreter = createInterpreter(child, limits, () => {
      stopWatching();
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
  readLines(child.stdout, PYTHON_LIMITS.replyMaxBytes, take, () => child.kill("SIGKILL"));

  return {
    pid,
    get alive() {
      return child.exitCode === null && child.signalCode === null && !child.killed;
    },
    giveWay: () => giveWay(child, true),
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
          for (const stop of watches) stop();
          signal.removeEventListener("abort", abort);
          child.off("exit", exit);
          resolve(end);
        };
        const abort = () => kill("aborted");
        const exit = () => finish({ kind: killedFor });
        const tooLong = () => kill("timed-out");
        const maxBytes = (limits.memoryMb + PYTHON_LIMITS.runtimeMb) * 1024 * 1024;
        const watches = [
          watchMemory(pid, maxBytes, () => kill("out-of-memory")),
          watchProcessor(pid, limits.timeoutMs, tooLong),
          watchForHang(pid, tooLong, limits.timeoutMs),
        ];
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
