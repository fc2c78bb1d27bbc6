/** How long the run log waits for its next flush. */

/** One ninth of the time at most is spent on flushing: a row that waits a little longer holds more text, and costs the same. */
const TIMES_AS_LONG = 8;
/** What a killed process loses: this pause, and the time of a flush that was under way. */
const LONGEST_MS = 1_000;

/**
 * @param tookMs how long the last flush took
 * @param leastMs the setting `RUN_FLUSH_MS`
 */
export function flushPause(tookMs: number, leastMs: number): number {
  return Math.max(leastMs, Math.min(LONGEST_MS, tookMs * TIMES_AS_LONG));
}
