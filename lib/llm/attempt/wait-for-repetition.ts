/** Whether a failed attempt is repeated on the same connection, and after which pause. */
import "server-only";
import type { ModelFailure } from "../failures/model-failure.ts";
import {
  FIRST_LOADING_WAIT_MS,
  FIRST_RETRY_WAIT_MS,
  LOADING_LOOKS_MAX,
  LONGEST_LOADING_WAIT_MS,
  LONGEST_RETRY_AFTER_MS,
  LONGEST_RETRY_WAIT_MS,
} from "../limits.ts";

/** What was repeated so far in this call. */
export type Repeated = {
  /** Attempts that failed so that a pause may help. */
  failed: number;
  /** Answers that the model failed to write. */
  generations: number;
  /** Attempts at a server that was loading its model. */
  loads: number;
};

export type Bounds = {
  maxAttempts: number;
  /** Milliseconds that this connection has left. */
  leftMs: number;
  /** Another connection takes over. */
  hasNext: boolean;
};

/**
 * Counts the failure in `repeated`.
 * @returns milliseconds, or null where the attempt was the last one
 */
export function waitForRepetition(
  { repeat, reason, retryAfterMs }: ModelFailure,
  repeated: Repeated,
  { maxAttempts, leftMs, hasNext }: Bounds,
): number | null {
  const within = (ms: number | null) => (ms !== null && ms < leftMs ? ms : null);
  switch (repeat) {
    case "never":
      return null;
    case "once":
      repeated.generations += 1;
      return repeated.generations > 1 ? null : within(0);
    case "when-loaded":
      repeated.loads += 1;
      if (leftMs === Number.POSITIVE_INFINITY && repeated.loads > LOADING_LOOKS_MAX) return null;
      return within(loadingWaitMs(repeated.loads));
    case "again":
      repeated.failed += 1;
      // Who was silent for all of its time will hardly answer the second time.
      if (repeated.failed >= maxAttempts || (reason === "model-too-slow" && hasNext)) return null;
      return within(retryWaitMs(repeated.failed, retryAfterMs));
    default:
      return repeat satisfies never;
  }
}

/** A server's guess of when it has loaded its model is no promise: it is asked again all the time. */
function loadingWaitMs(load: number): number {
  return Math.min(LONGEST_LOADING_WAIT_MS, FIRST_LOADING_WAIT_MS * 2 ** (load - 1));
}

/**
 * Exponential back-off with jitter; the server's own wait takes precedence.
 * @param attempt 1 for the first attempt, which has just failed
 * @param retryAfterMs the wait that the server asked for
 * @returns milliseconds, or null where the wait would be too long
 */
export function retryWaitMs(attempt: number, retryAfterMs: number | null): number | null {
  if (retryAfterMs !== null) {
    if (retryAfterMs > LONGEST_RETRY_AFTER_MS) return null;
    // Up to a tenth later than asked, so that clients that were refused together do not return together.
    return Math.round(retryAfterMs * (1 + Math.random() * 0.1));
  }
  const full = Math.min(LONGEST_RETRY_WAIT_MS, FIRST_RETRY_WAIT_MS * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + Math.random() * 0.5));
}
