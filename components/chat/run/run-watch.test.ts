import { describe, expect, it } from "vitest";
import { backOffMs } from "./run-watch.ts";

describe("backOffMs", () => {
  it("grows with each attempt, up to a limit", () => {
    const waits = [0, 1, 2, 3, 10, 60].map((attempt) => backOffMs(attempt, () => 0.5));
    expect(waits).toEqual([300, 600, 1_200, 2_400, 8_000, 8_000]);
  });

  it("spreads browsers that were cut off together", () => {
    expect(backOffMs(0, () => 0)).toBe(210);
    expect(backOffMs(0, () => 1)).toBe(390);
  });
});
