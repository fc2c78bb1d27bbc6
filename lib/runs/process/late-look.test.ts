import { describe, expect, it } from "vitest";
import { watchLateLooks, watchTrouble } from "./supervise-runs.ts";

const LEASE_MS = 5_000;
const PAUSE_MS = 1_000;

function startWatch() {
  let at = 0;
  const watch = watchLateLooks(LEASE_MS, PAUSE_MS, () => at);
  /** A look so many milliseconds later. @returns whether it judged */
  const lookAfter = (ms: number, isAway = false) => {
    at += ms;
    const may = watch.mayJudge();
    if (may && !isAway) watch.looked();
    return may;
  };
  return { lookAfter };
}

it("judges at the first look, and while looks come in time", () => {
  const { lookAfter } = startWatch();
  expect([0, 1_000, 1_200, 3_400].map((ms) => lookAfter(ms))).toEqual([true, true, true, true]);
});

it("gives the others one lease after it has slept", () => {
  const { lookAfter } = startWatch();
  lookAfter(0);
  expect(lookAfter(60_000)).toBe(false);
  expect(lookAfter(4_999)).toBe(false);
  expect(lookAfter(1)).toBe(true);
  expect(lookAfter(1_000)).toBe(true);
});

it("gives them one after the database was away, however often it was asked", () => {
  const { lookAfter } = startWatch();
  lookAfter(0);
  expect([1_000, 1_000, 1_000].map((ms) => lookAfter(ms, true))).toEqual([true, true, true]);
  expect(lookAfter(1_000)).toBe(false);
  expect(lookAfter(5_000)).toBe(true);
});

it("judges once in a while where it is always late", () => {
  const { lookAfter } = startWatch();
  const looks = [0, 6_000, 6_000, 6_000, 6_000].map((ms) => lookAfter(ms));
  expect(looks).toEqual([true, false, true, false, true]);
});

describe("a trouble", () => {
  function startTrouble() {
    let at = 0;
    const seenMs = watchTrouble(2_000, () => at);
    return (afterMs: number, since: number | null) => {
      at += afterMs;
      return seenMs(since);
    };
  }

  it("is measured from look to look, while it is the same one", () => {
    const look = startTrouble();
    expect(look(1_000, null)).toBe(0);
    expect(look(1_000, 1_500)).toBe(0);
    expect(look(1_000, 1_500)).toBe(1_000);
    expect(look(1_200, 1_500)).toBe(2_200);
    expect(look(1_000, 5_000)).toBe(0);
    expect(look(1_000, 5_000)).toBe(1_000);
  });

  it("does not last for as long as the process stood still", () => {
    const look = startTrouble();
    look(1_000, 900);
    expect(look(60_000, 900)).toBe(2_000);
    expect(look(1_000, null)).toBe(0);
  });
});
