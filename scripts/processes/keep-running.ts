/** Keeps a service up: when its process ends, it is started again, with a pause that grows while it keeps ending. */
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { KeptChild } from "./keep-child.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A service that was up for this long starts again with the shortest pause. */
const STEADY_MS = 60_000;
/** What a shell adds to the number of the signal that ended a program. */
const SIGNAL_BASE = 128;

export type Service<Up> = {
  /** For people: "PostgreSQL", "The server". */
  name: string;
  /**
   * Starts it, and settles when it is up.
   * @param own is told of the child as soon as there is one
   * @throws Error when it does not come up
   */
  start(own: (child: KeptChild) => void): Promise<Up>;
};

export type KeptService<Up> = {
  name: string;
  /** What the first start gave; rejects when the service did not come up, which is then not tried again. */
  up: Promise<Up>;
  /** Ends it, politely first. @returns false where it had to be killed */
  stop(): Promise<boolean>;
  /** Kills it with everything that it started. */
  kill(): void;
};

/** @param say tells the person who watches: one line for each end and each start that failed */
export function keepRunning<Up>(
  service: Service<Up>,
  say: (line: string) => void,
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
        say(`${line} Trying again in ${longer(pauseMs) / 1000} s.`);
      }
    }
  }

  /** Rejects when it is to end. */
  async function watch(): Promise<never> {
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const upSince = performance.now();
      const code = await child?.exited;
      signal.throwIfAborted();
      say(`${service.name} ended (${describeExit(code ?? 1)}); starting it again.`);
      if (performance.now() - upSince >= STEADY_MS) pauseMs = FIRST_PAUSE_MS;
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
      // A start that is under way hands over its child when there is one.
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

function longer(pauseMs: number): number {
  return Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
}

/** @param code as `KeptChild.exited` gives it */
export function describeExit(code: number): string {
  const signals = Object.entries(constants.signals);
  const name = signals.find(([, number]) => SIGNAL_BASE + number === code)?.[0];
  return name ? `signal ${name}` : `exit ${code}`;
}
