import { describe, expect, it } from "vitest";
import {
  amountOf,
  formatBytes,
  formatDuration,
  formatFullMoment,
  formatMoment,
} from "./format-figures.ts";

describe("formatBytes", () => {
  it.each([
    [0, "0 B"],
    [1_023, "1,023 B"],
    [1_024, "1.0 KB"],
    [200 * 1_024, "200 KB"],
    [3 * 1_024 * 1_024, "3.0 MB"],
  ])("says %d as %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe("formatDuration", () => {
  it.each([
    [0.4, "0 ms"],
    [999.4, "999 ms"],
    [999.6, "1.00 s"],
    [12_345, "12.3 s"],
    [125_000, "2 min 5 s"],
    [3 * 3_600_000 + 60_000, "3 h 1 min"],
  ])("says %d as %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe("amountOf", () => {
  it("gives the number that chooses the form, and the one that is shown", () => {
    expect(amountOf(2_000)).toEqual({ count: 2_000, number: "2,000" });
  });
});

describe("formatMoment", () => {
  const now = new Date(2026, 10, 23, 18, 0, 0);

  it.each([
    [new Date(2026, 10, 23, 12, 4, 5), "23 Nov 12:04:05"],
    [new Date(2026, 0, 2, 0, 0, 9), "2 Jan 00:00:09"],
    [new Date(2025, 10, 23, 12, 4, 5), "23 Nov 2025 12:04:05"],
  ])("carries the day of %s", (at, text) => {
    expect(formatMoment(at.toISOString(), now)).toBe(text);
  });

  it("has the time as ISO 8601 in its tooltip", () => {
    const iso = now.toISOString();
    expect(formatFullMoment(iso)).toContain(iso);
  });
});
