import "server-only";
/**
 * Puts writing off to the end of this turn of the event loop, once for however much there is by then. The busier the
 * process, the more one write carries; and where it has no time left at all, writes keep a beat, so that new turns
 * are begun before old ones get their next word.
 */
import { performance } from "node:perf_hooks";

/** Of the time that there was, the share that was worked: above it the process is behind. */
const BUSY = 0.97;
const LOOK_MS = 200;
/** Between two writes to one reader while the process is behind: a gap that still reads as flowing. */
const BEAT_MS = 50;

const due = new Set<() => void>();
let lookedAt = 0;
let seen = performance.eventLoopUtilization();
let isBehind = false;

/** Calls back once, after everything that has arrived by now was taken in. */
export function atTickEnd(callback: () => void): void {
  if (due.size === 0) {
    if (hasNoTime()) setTimeout(callAll, BEAT_MS);
    else setImmediate(callAll);
  }
  due.add(callback);
}

function callAll(): void {
  const callbacks = [...due];
  due.clear();
  for (const callback of callbacks) callback();
}

function hasNoTime(): boolean {
  const now = performance.now();
  if (now - lookedAt < LOOK_MS) return isBehind;
  const current = performance.eventLoopUtilization();
  isBehind = performance.eventLoopUtilization(current, seen).utilization > BUSY;
  seen = current;
  lookedAt = now;
  return isBehind;
}
