/** The time limits of one run. They stand still while the run waits for a free place at its model. */

export type RunClock = {
  /** @returns a signal that aborts after this time, in milliseconds; time in which the clock stood does not count */
  limit(milliseconds: number): AbortSignal;
  /** @returns milliseconds until a limit of this clock aborts: 0 where it did, and infinitely many where there is none */
  leftMs(limit: AbortSignal | null): number;
  /** Stops the clock. @returns the function that lets it go on; calling it again is harmless */
  pause(): () => void;
  /** The run is over: no limit aborts any more. */
  end(): void;
};

type Limit = {
  controller: AbortController;
  leftMs: number;
  /** When it went on last, by `performance.now()`. */
  since: number;
  timer: NodeJS.Timeout | undefined;
};

export function startClock(): RunClock {
  const limits = new Set<Limit>();
  let pauses = 0;
  const go = (limit: Limit) => {
    limit.since = performance.now();
    limit.timer = setTimeout(() => {
      limits.delete(limit);
      limit.controller.abort(new DOMException("The time is over.", "TimeoutError"));
    }, limit.leftMs).unref();
  };
  const stop = (limit: Limit) => {
    clearTimeout(limit.timer);
    limit.leftMs -= performance.now() - limit.since;
  };
  return {
    limit(milliseconds) {
      const controller = new AbortController();
      const limit = { controller, leftMs: milliseconds, since: 0, timer: undefined };
      limits.add(limit);
      if (pauses === 0) go(limit);
      return controller.signal;
    },
    leftMs(signal) {
      if (signal === null) return Number.POSITIVE_INFINITY;
      const limit = [...limits].find(({ controller }) => controller.signal === signal);
      if (!limit) return 0;
      return Math.max(0, limit.leftMs - (pauses === 0 ? performance.now() - limit.since : 0));
    },
    pause() {
      if (pauses === 0) for (const limit of limits) stop(limit);
      pauses += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        pauses -= 1;
        if (pauses === 0) for (const limit of limits) go(limit);
      };
    },
    end() {
      for (const { timer } of limits) clearTimeout(timer);
      limits.clear();
    },
  };
}
