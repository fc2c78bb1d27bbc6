import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startClock } from "./run-clock.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("aborts a limit when its time is over", () => {
  const signal = startClock().limit(100);
  vi.advanceTimersByTime(99);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toMatchObject({ name: "TimeoutError" });
});

it("stands still while anything waits, for limits that began before and during the wait", () => {
  const clock = startClock();
  const before = clock.limit(100);
  vi.advanceTimersByTime(60);
  const goOn = clock.pause();
  const during = clock.limit(50);
  const goOnToo = clock.pause();
  vi.advanceTimersByTime(1_000);
  goOn();
  goOn();
  vi.advanceTimersByTime(1_000);
  expect([before.aborted, during.aborted]).toEqual([false, false]);
  goOnToo();
  vi.advanceTimersByTime(39);
  expect(before.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect([before.aborted, during.aborted]).toEqual([true, false]);
  vi.advanceTimersByTime(10);
  expect(during.aborted).toBe(true);
});

it("aborts nothing once the run is over", () => {
  const clock = startClock();
  const signal = clock.limit(100);
  clock.end();
  vi.advanceTimersByTime(1_000);
  expect(signal.aborted).toBe(false);
});

it("tells what is left of a limit, and that none is left of another's", () => {
  const clock = startClock();
  const limit = clock.limit(100);
  vi.advanceTimersByTime(30);
  expect(clock.leftMs(limit)).toBe(70);
  const goOn = clock.pause();
  vi.advanceTimersByTime(1_000);
  expect(clock.leftMs(limit)).toBe(70);
  goOn();
  vi.advanceTimersByTime(70);
  expect(clock.leftMs(limit)).toBe(0);
  expect(clock.leftMs(new AbortController().signal)).toBe(0);
  expect(clock.leftMs(null)).toBe(Number.POSITIVE_INFINITY);
});
