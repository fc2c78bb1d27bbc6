/** Keeps a service running: restarts its process when it ends or hangs, with exponential back-off. */
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import {
  HANG_ANSWER_MS,
  HANG_ASK_PAUSE_MS,
  HANG_UNANSWERED_MAX,
  RESTART_FIRST_PAUSE_MS,
  RESTART_LONGEST_PAUSE_MS,
  RESTART_STEADY_MS,
} from "../limits.ts";
import type { KeptChild } from "./keep-child.ts";

/** A shell reports a program ended by a signal as this number plus the signal's. */
const SIGNAL_BASE = 128;

export type Service<Up> = {
  /** For people: "PostgreSQL", "The server". */
  name: string;
  /**
   * Starts it, and resolves when it is up.
   * @param own must be called with the child as soon as it is spawned
   * @throws Error when it does not start; the first line of the message is printed
   */
  start(own: (child: KeptChild) => void): Promise<Up>;
  /**
   * Asks it whether it works. One that does not answer several times in a row hangs: it is killed, and started again.
   * Absent: it is not asked.
   * @param signal aborts when the answer comes too late; the promise may reject then
   */
  isWell?(signal: AbortSignal): Promise<boolean>;
};

export type KeptService<Up> = {
  name: string;
  /** The result of the first start. Rejects when that fails; it is not retried. */
  up: Promise<Up>;
  /** Ends it in order. @returns false when it had to be killed */
  stop(): Promise<boolean>;
  /** Kills it and its descendants. */
  kill(): void;
};

/** @param printLine called with one line for each exit and each failed restart */
export function keepRunning<Up>(
  service: Service<Up>,
  printLine: (line: string) => void,
): KeptService<Up> {
  const ending = new AbortController();
  const { signal } = ending;
  let child: KeptChild | undefined;
  let isKilled = false;
  let starting: Promise<unknown>;

  const own = (started: KeptChild) => {
    child = started;
    if (isKilled) started.kill();
    else if (signal.aborted) void started.stop();
  };
  const start = (): Promise<Up> => {
    const started = service.start(own);
    starting = started.catch(() => undefined);
    return started;
  };

  async function restart(firstPauseMs: number): Promise<number> {
    for (let pauseMs = firstPauseMs; ; pauseMs = longer(pauseMs)) {
      await delay(pauseMs, undefined, { signal });
      try {
        await start();
        return longer(pauseMs);
      } catch (error) {
        if (signal.aborted) throw error;
        const [line] = (error as Error).message.split("\n");
        printLine(`${line} Trying again in ${longer(pauseMs) / 1000} s.`);
      }
    }
  }

  /** Runs until `stop` or `kill`, and rejects then. */
  async function watch(): Promise<never> {
    let pauseMs = RESTART_FIRST_PAUSE_MS;
    for (;;) {
      const upSince = performance.now();
      const code = await endOf(child, { service, signal, printLine });
      signal.throwIfAborted();
      printLine(`${service.name} ended (${describeExit(code ?? 1)}); starting it again.`);
      if (performance.now() - upSince >= RESTART_STEADY_MS) pauseMs = RESTART_FIRST_PAUSE_MS;
      pauseMs = await restart(pauseMs);
    }
  }

  const up = start();
  up.then(watch).catch(() => undefined);
  return {
    name: service.name,
    up,
    async stop() {
      ending.abort();
      await child?.stop();
      // A start in progress may spawn its child only now.
      await starting;
      await child?.stop();
      return (await child?.exited) !== SIGNAL_BASE + constants.signals.SIGKILL;
    },
    kill() {
      isKilled = true;
      ending.abort();
      child?.kill();
    },
  };
}

type Watching = {
  service: Service<unknown>;
  signal: AbortSignal;
  printLine: (line: string) => void;
};

/** Its exit code. Kills it where it hangs. */
async function endOf(
  child: KeptChild | undefined,
  { service, signal, printLine }: Watching,
): Promise<number | undefined> {
  const gone = new AbortController();
  untilIll(service, AbortSignal.any([signal, gone.signal])).then(
    () => {
      printLine(`${service.name} does not answer; ending it.`);
      child?.kill();
    },
    // It ended by itself, or is being stopped.
    () => undefined,
  );
  const code = await child?.exited;
  gone.abort();
  return code;
}

/** Resolves when it has not answered several times in a row. Rejects when `signal` aborts. */
async function untilIll({ isWell }: Service<unknown>, signal: AbortSignal): Promise<void> {
  if (!isWell) return new Promise(() => undefined);
  for (let unanswered = 0; unanswered < HANG_UNANSWERED_MAX; ) {
    await delay(HANG_ASK_PAUSE_MS, undefined, { signal });
    const asked = AbortSignal.any([signal, AbortSignal.timeout(HANG_ANSWER_MS)]);
    unanswered = (await isWell(asked).catch(() => false)) ? 0 : unanswered + 1;
    signal.throwIfAborted();
  }
}

function longer(pauseMs: number): number {
  return Math.min(2 * pauseMs, RESTART_LONGEST_PAUSE_MS);
}

/** @param code an exit code of `KeptChild.exited` */
export function describeExit(code: number): string {
  const signals = Object.entries(constants.signals);
  const name = signals.find(([, number]) => SIGNAL_BASE + number === code)?.[0];
  return name ? `signal ${name}` : `exit ${code}`;
}
