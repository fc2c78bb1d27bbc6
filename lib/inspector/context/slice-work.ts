import "server-only";

import { SLICE_MS } from "../limits.ts";

/** Yields to the event loop during long work, so that other requests are answered. */

/**
 * @returns a function to await between two pieces of work: undefined within a time slice, else after other pending work
 */
export function sliceWork(): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < end) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        end = performance.now() + SLICE_MS;
        resolve();
      }),
    );
  };
}
