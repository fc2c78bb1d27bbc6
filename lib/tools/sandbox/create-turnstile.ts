/** A semaphore: admits a fixed number of callers at a time, in order of arrival. A caller can stop waiting. */
import "server-only";

/** Call it to admit the next caller; later calls do nothing. */
export type Leave = () => void;

export type Turnstile = {
  enter(signal: AbortSignal): Promise<Leave | "aborted">;
  /** Whether the next caller would have to wait. */
  isFull(): boolean;
};

export function createTurnstile(places: number): Turnstile {
  let free = places;
  const line: (() => void)[] = [];

  function leaveOnce(): Leave {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = line.shift();
      if (next) next();
      else free += 1;
    };
  }

  return {
    isFull: () => free === 0,
    enter(signal) {
      if (signal.aborted) return Promise.resolve("aborted");
      if (free > 0) {
        free -= 1;
        return Promise.resolve(leaveOnce());
      }
      return new Promise((resolve) => {
        const enter = () => {
          signal.removeEventListener("abort", giveUp);
          resolve(leaveOnce());
        };
        const giveUp = () => {
          line.splice(line.indexOf(enter), 1);
          resolve("aborted");
        };
        line.push(enter);
        signal.addEventListener("abort", giveUp, { once: true });
      });
    },
  };
}
