/**
 * Puts writing off to the end of this turn of the event loop, once for however much there is by then. The busier the
 * process, the more one write carries.
 */
import { waiting } from "./waiting.ts";

/** Calls back once, after everything that has arrived by now was taken in. */
export function atTickEnd(callback: () => void): void {
  const { writes } = waiting();
  if (writes.size === 0) setImmediate(writeAll);
  writes.add(callback);
}

/** Calls back now, whoever waits for the end of the tick. */
export function writeAll(): void {
  const { writes } = waiting();
  const callbacks = [...writes];
  writes.clear();
  for (const callback of callbacks) callback();
}
