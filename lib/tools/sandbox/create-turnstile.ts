import "server-only";
/** Lets a fixed number in at a time, in order of arrival; those who lose patience leave the line. */

/** Call once to let the next one in. */
export type Leave = () => void;

export type Turnstile = { enter(signal: AbortSignal): Promise<Leave | "aborted"> };

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
