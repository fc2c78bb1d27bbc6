/** The one wait of the tests that looks again and again: for what neither Vitest nor Playwright can poll. */
import { setTimeout as delay } from "node:timers/promises";

const LOOK_MS = 50;
/** Only ends what hangs: beside other programs that are busy, what yields to them takes minutes. */
export const PATIENCE = { timeout: 300_000 } as const;

/** @returns the first answer of `look` that says something @throws Error with what was waited for */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | false>,
): Promise<Exclude<T, null | false>> {
  for (const late = AbortSignal.timeout(PATIENCE.timeout); !late.aborted; await delay(LOOK_MS)) {
    const seen = await look();
    if (seen !== null && seen !== false) return seen as Exclude<T, null | false>;
  }
  throw new Error(`waited in vain: ${what}`);
}
