import "server-only";

/**
 * Puts writing off to the end of this turn of the event loop, once for however much there is by then. The busier the
 * process, the more one write carries.
 */

const due = new Set<() => void>();

/** Calls back once, after everything that has arrived by now was taken in. */
export function atTickEnd(callback: () => void): void {
  if (due.size === 0) setImmediate(callAll);
  due.add(callback);
}

function callAll(): void {
  const callbacks = [...due];
  due.clear();
  for (const callback of callbacks) callback();
}
