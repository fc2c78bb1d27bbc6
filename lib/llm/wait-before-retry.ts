import "server-only";
/** Exponential back-off with jitter; what the server asks for wins. */
import { setTimeout as sleep } from "node:timers/promises";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;
/** A server that asks for more than this is not waited for: the person would give up first. */
const LONGEST_ASKED_WAIT_MS = 30_000;

/**
 * @param attempt 1 for the first attempt, which has just failed
 * @param retryAfterMs what the server asked for
 * @returns milliseconds, or null where waiting makes no sense
 */
export function retryWaitMs(attempt: number, retryAfterMs: number | null): number | null {
  if (retryAfterMs !== null) {
    if (retryAfterMs > LONGEST_ASKED_WAIT_MS) return null;
    // A little later than asked, never earlier, so that those who were turned away together come back apart.
    return Math.round(retryAfterMs * (1 + Math.random() * 0.1));
  }
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + Math.random() * 0.5));
}

/** @returns false where the signal aborted the wait */
export async function waitBeforeRetry(waitMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(waitMs, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
