/** The one wait of the tests that looks again and again: for what neither Vitest nor Playwright can poll. */
import { setTimeout as delay } from "node:timers/promises";

const LOOK_MS = 50;
/** Only ends what hangs. */
const PATIENCE_MS = 120_000;

/** @returns the first answer of `look` that says something @throws Error with what was waited for */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | false>,
): Promise<Exclude<T, null | false>> {
  for (const late = AbortSignal.timeout(PATIENCE_MS); !late.aborted; await delay(LOOK_MS)) {
    const seen = await look();
    if (seen !== null && seen !== false) return seen as Exclude<T, null | false>;
  }
  throw new Error(`waited in vain: ${what}`);
}
