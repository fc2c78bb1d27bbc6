/** How long the run log waits for its next flush. */

/** One ninth of the time at most is spent on flushing: a row that waits a little longer holds more text, and costs the same. */
const TIMES_AS_LONG = 8;
/** Nor is more than that lost with a process that is killed, however slow the database is. */
const LONGEST_MS = 1_000;

/**
 * @param tookMs how long the last flush took
 * @param leastMs the setting `RUN_FLUSH_MS`
 */
export function flushPause(tookMs: number, leastMs: number): number {
  return Math.max(leastMs, Math.min(LONGEST_MS, tookMs * TIMES_AS_LONG));
}
