/** Waits between attempts to reach the server: longer each time, never in step, cut short by news. */

const FIRST_MS = 300;
const LONGEST_MS = 8_000;

/** @param attempt from 0 */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  const base = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.round(base * (0.7 + 0.6 * random()));
}

/** Resolves after the wait, when the browser is online again, or when the signal fires. */
export function waitBeforeRetry(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const done = () => {
      clearTimeout(timer);
      stop.abort();
      resolve();
    };
    const timer = setTimeout(done, backOffMs(attempt));
    window.addEventListener("online", done, { signal: stop.signal });
    signal.addEventListener("abort", done, { signal: stop.signal });
    if (signal.aborted) done();
  });
}
