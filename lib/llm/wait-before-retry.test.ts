import { describe, expect, it } from "vitest";
import { retryWaitMs } from "./wait-before-retry.ts";

describe("the wait between attempts", () => {
  it("grows, with jitter, up to eight seconds", () => {
    for (const [attempt, full] of [
      [1, 400],
      [2, 800],
      [3, 1600],
      [9, 8000],
    ] as const) {
      const waits = Array.from({ length: 200 }, () => retryWaitMs(attempt, null) ?? Number.NaN);
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(full / 2);
      expect(Math.max(...waits)).toBeLessThanOrEqual(full);
      expect(new Set(waits).size).toBeGreaterThan(10);
    }
  });

  it("is never shorter than what the server asked for, and none beyond thirty seconds", () => {
    expect(retryWaitMs(1, 2_000)).toBeGreaterThanOrEqual(2_000);
    expect(retryWaitMs(5, 0)).toBe(0);
    expect(retryWaitMs(1, 30_001)).toBeNull();
  });
});
