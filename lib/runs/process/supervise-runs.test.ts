import { expect, it } from "vitest";
import { flushPause } from "./supervise-runs.ts";

it.each([
  ["the setting, where a flush is quick", 12, 250, 250],
  ["eight times as long as the last flush took, where that is more", 60, 250, 480],
  ["a second at most, where the database is slow", 4_000, 250, 1_000],
  ["a setting beyond that, as it is", 4_000, 5_000, 5_000],
])("the pause is %s", (_, tookMs, leastMs, pauseMs) => {
  expect(flushPause(tookMs, leastMs)).toBe(pauseMs);
});
