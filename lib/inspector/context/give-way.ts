import "server-only";

/** Yields to the event loop during long work, so that other requests are answered. */

const SLICE_MS = 12;

/** @returns what to await between two pieces of work: at once within a slice, else after everybody else's turn */
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
