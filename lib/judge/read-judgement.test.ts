/** What counts as a judgement, and what a text of the conversation can make of a score. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBelowFloor, toFigures } from "./judge-figures.ts";
import { drawCode, SCALES } from "./judge-prompt.ts";
import { JUDGE_FLOOR_CASES_MIN } from "./limits.ts";
import { readJudgement, toScore } from "./read-judgement.ts";

const likelihood = fc.double({ min: 0, max: 1, noNaN: true });

describe("a judgement", () => {
  it("is read in its form, and in no other", () => {
    fc.assert(
      fc.property(likelihood, fc.string({ maxLength: 200 }), (wrong, reason) => {
        const said = { code: "c0de", wrong, reason };
        const text = JSON.stringify(said);
        expect(readJudgement(text, "wrong", "c0de")?.likelihood).toBeCloseTo(wrong, 10);
        for (const other of [
          `${text} `.repeat(2),
          `Sure: ${text}`,
          JSON.stringify([said]),
          JSON.stringify({ ...said, more: 1 }),
          JSON.stringify({ ...said, wrong: String(wrong) }),
          JSON.stringify({ ...said, wrong: wrong + 1.001 }),
          JSON.stringify({ ...said, wrong: -0.001 - wrong }),
          JSON.stringify({ ...said, reason: "x".repeat(201) }),
          JSON.stringify({ code: "c0de", reason }),
        ])
          expect(readJudgement(other, "wrong", "c0de"), other).toBeNull();
        expect(readJudgement(text, "right", "c0de")).toBeNull();
      }),
    );
  });

  it("is none where it was written before the call", () => {
    fc.assert(
      fc.property(fc.string(), likelihood, fc.constantFrom(...SCALES), (code, number, scale) => {
        const text = JSON.stringify({ code, [scale]: number, reason: "" });
        expect(readJudgement(text, scale, drawCode())).toBeNull();
      }),
    );
  });

  it("is none for any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readJudgement(text, "wrong", drawCode())).toBeNull();
      }),
    );
  });
});

describe("a score", () => {
  it("is no one's to demand: one number for both questions gives none, or the one that says nothing", () => {
    fc.assert(
      fc.property(likelihood, (demanded) => {
        expect([null, 50]).toContain(toScore(demanded, demanded));
      }),
    );
  });

  it("is a whole number from 0 to 100, and the opposite of the opposite question's", () => {
    fc.assert(
      fc.property(likelihood, likelihood, (wrong, right) => {
        const score = toScore(wrong, right);
        const opposite = toScore(right, wrong);
        if (score === null || opposite === null) {
          expect([score, opposite]).toEqual([null, null]);
          return;
        }
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        expect(Math.abs(score + opposite - 100)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([
    [0.9, 0.1, 90],
    [0, 1, 0],
    [0.9, 0.9, null],
    [0, 0, null],
    [0.8, 0.4, 70],
  ])("of %d and %d is %s", (wrong, right, score) => {
    expect(toScore(wrong, right)).toBe(score);
  });
});

describe("the floor", () => {
  const counts = (found: number, of: number) => ({
    wrong: { found, of },
    right: { found, of },
    withoutScore: 0,
  });

  it("asks nothing of few cases, and more of fewer ones", () => {
    const few = JUDGE_FLOOR_CASES_MIN - 1;
    expect(isBelowFloor(toFigures(counts(0, few)), 1)).toBe(false);
    expect(isBelowFloor(toFigures(counts(0, few + 1)), 0.5)).toBe(true);
    expect(isBelowFloor(toFigures(counts(14, 20)), 0.5)).toBe(true);
    expect(isBelowFloor(toFigures(counts(140, 200)), 0.5)).toBe(false);
  });

  it("holds a judge that says the same of every case for no good one, however many there are", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 5_000 }),
        fc.integer({ min: 20, max: 5_000 }),
        (n, m) => {
          const always = {
            wrong: { found: n, of: n },
            right: { found: 0, of: m },
            withoutScore: 0,
          };
          expect(isBelowFloor(toFigures(always), 0.5)).toBe(true);
        },
      ),
    );
  });

  it("knows nothing of no case", () => {
    const { wrong } = toFigures(counts(0, 0));
    expect(wrong).toEqual({ found: 0, of: 0, low: 0, high: 1 });
  });
});
