import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startBeat } from "./beat.ts";
import { BEAT_MS, HEARD_WITHIN_MS } from "./limits.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("is overdue after a second in which nothing comes back, and deaf after five", () => {
  const [send, onDeaf] = [vi.fn(), vi.fn()];
  const beat = startBeat(send, onDeaf);
  vi.advanceTimersByTime(BEAT_MS);
  expect([beat.isOverdue(), send.mock.calls.length]).toEqual([false, 1]);
  vi.advanceTimersByTime(BEAT_MS);
  expect([beat.isOverdue(), 2 * BEAT_MS]).toEqual([true, 1_000]);
  vi.advanceTimersByTime(HEARD_WITHIN_MS);
  expect(onDeaf).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(HEARD_WITHIN_MS);
  expect(onDeaf).toHaveBeenCalledTimes(1);
});

it("is in time as long as something comes back, and tells whether messages may be lost", () => {
  const [send, onDeaf] = [vi.fn(), vi.fn()];
  const beat = startBeat(send, onDeaf);
  for (let beats = 0; beats < 20; beats += 1) {
    vi.advanceTimersByTime(BEAT_MS);
    expect([beat.isOverdue(), beat.heard()]).toEqual([false, false]);
  }
  vi.advanceTimersByTime(2 * BEAT_MS);
  expect([beat.heard(), beat.isOverdue()]).toEqual([true, false]);
  expect(onDeaf).not.toHaveBeenCalled();
  beat.stop();
});
