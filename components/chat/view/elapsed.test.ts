import { describe, expect, it } from "vitest";
import { wordsOf } from "./status-line.tsx";

describe("how long something has lasted", () => {
  it.each([
    [5_400, "for 5 seconds"],
    [1_000, "for 1 second"],
    [119_000, "for 119 seconds"],
    [120_000, "for 2 minutes"],
    [60 * 60_000, "for 60 minutes"],
    [3 * 60 * 60_000, "for 3 hours"],
  ])("%d ms are %s", (passed, words) => expect(wordsOf(passed)).toBe(words));
});
