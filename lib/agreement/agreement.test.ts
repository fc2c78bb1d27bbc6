/** Agreement against figures that others published, and what holds for any answers. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  type AnswerPair,
  cohensKappa,
  type Distance,
  krippendorffsAlpha,
  percentAgreement,
} from "./agreement.ts";
import { wilsonInterval } from "./wilson-interval.ts";

const DISTANCES: Distance[] = ["nominal", "ordinal", "interval"];

/** Four observers and twelve units of K. Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), section E. */
const PUBLISHED = [
  [1, 1, 1],
  [2, 2, 3, 2],
  [3, 3, 3, 3],
  [3, 3, 3, 3],
  [2, 2, 2, 2],
  [1, 2, 3, 4],
  [4, 4, 4, 4],
  [1, 1, 2, 1],
  [2, 2, 2, 2],
  [5, 5, 5],
  [1, 1],
  [3],
];

describe("published figures", () => {
  it.each([
    ["nominal", 0.743],
    ["ordinal", 0.815],
    ["interval", 0.849],
  ] as const)("Krippendorff's alpha, %s", (distance, alpha) => {
    expect(krippendorffsAlpha(PUBLISHED, distance)).toBeCloseTo(alpha, 3);
  });

  it("Cohen's kappa of 50 cases", () => {
    const times = (count: number, pair: AnswerPair) => Array<AnswerPair>(count).fill(pair);
    const pairs = [
      ...times(20, [true, true]),
      ...times(5, [true, false]),
      ...times(10, [false, true]),
      ...times(15, [false, false]),
    ];
    expect(percentAgreement(pairs)).toBe(0.7);
    expect(cohensKappa(pairs)).toBeCloseTo(0.4, 10);
  });

  it("Wilson's interval", () => {
    const shown = (successes: number, n: number) =>
      Object.values(wilsonInterval(successes, n) ?? {}).map((bound) => bound.toFixed(4));
    expect(shown(8, 10)).toEqual(["0.4902", "0.9433"]);
    expect(shown(0, 10)).toEqual(["0.0000", "0.2775"]);
    expect(shown(10, 10)).toEqual(["0.7225", "1.0000"]);
    expect(wilsonInterval(0, 0)).toBeNull();
  });
});

const answer = fc.integer({ min: 1, max: 5 });
const pairsOf = fc.array(fc.tuple(answer, answer), { maxLength: 40 });
const casesOf = fc.array(fc.array(answer, { maxLength: 4 }), { maxLength: 30 });
const distanceOf = fc.constantFrom(...DISTANCES);

const isAlike = (one: number | null, other: number | null) =>
  one === null || other === null ? one === other : Math.abs(one - other) < 1e-9;

describe("any answers", () => {
  it("give a share within 0 and 1, and a kappa and an alpha of at most 1", () => {
    fc.assert(
      fc.property(pairsOf, casesOf, distanceOf, (pairs, cases, distance) => {
        const share = percentAgreement(pairs);
        expect(share === null || (share >= 0 && share <= 1)).toBe(true);
        for (const figure of [cohensKappa(pairs), krippendorffsAlpha(cases, distance)])
          expect(figure === null || (Number.isFinite(figure) && figure <= 1 + 1e-12)).toBe(true);
      }),
    );
  });

  it("agree to 1 where all are alike, and have no figure where there is only one answer", () => {
    fc.assert(
      fc.property(
        fc.array(answer, { minLength: 1, maxLength: 30 }),
        distanceOf,
        (given, distance) => {
          const pairs = given.map((each): AnswerPair => [each, each]);
          const differs = new Set(given).size > 1;
          expect(percentAgreement(pairs)).toBe(1);
          expect(cohensKappa(pairs)).toEqual(differs ? expect.closeTo(1, 9) : null);
          expect(krippendorffsAlpha(pairs, distance)).toBe(differs ? 1 : null);
        },
      ),
    );
  });

  it("give the same whoever is named first, in whatever order the cases are, and however answers are named", () => {
    const shuffled = casesOf.chain((cases) =>
      fc.tuple(
        fc.constant(cases),
        fc.shuffledSubarray(cases, { minLength: cases.length }),
        distanceOf,
      ),
    );
    fc.assert(
      fc.property(pairsOf, shuffled, (pairs, [cases, others, distance]) => {
        const swapped = pairs.map(([one, other]): AnswerPair => [other, one]);
        expect(isAlike(cohensKappa(pairs), cohensKappa(swapped))).toBe(true);
        const alpha = krippendorffsAlpha(cases, distance);
        const turned = others.map((answers) => answers.toReversed());
        expect(isAlike(alpha, krippendorffsAlpha(turned, distance))).toBe(true);
        const named = pairs.map((pair): AnswerPair => [`a${pair[0]}`, `a${pair[1]}`]);
        expect(isAlike(cohensKappa(pairs), cohensKappa(named))).toBe(true);
      }),
    );
  });

  it("do not change by cases that only one reviewer answered", () => {
    fc.assert(
      fc.property(casesOf, fc.array(answer), distanceOf, (cases, alone, distance) => {
        const more: Answer[][] = [...cases, ...alone.map((each) => [each])];
        expect(krippendorffsAlpha(more, distance)).toBe(krippendorffsAlpha(cases, distance));
      }),
    );
  });

  it("of two kinds have the same alpha by any distance", () => {
    const two = fc.array(fc.array(fc.constantFrom(0, 1), { maxLength: 4 }), { maxLength: 30 });
    fc.assert(
      fc.property(two, (cases) => {
        const [nominal = null, ...others] = DISTANCES.map((each) =>
          krippendorffsAlpha(cases, each),
        );
        expect(others.every((alpha) => isAlike(alpha, nominal))).toBe(true);
      }),
    );
  });
});

describe("Wilson's interval", () => {
  const sample = fc
    .integer({ min: 1, max: 100_000 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

  it("holds the rate, lies within 0 and 1, and is mirrored by what failed", () => {
    fc.assert(
      fc.property(sample, ([successes, n]) => {
        const { low, high } = wilsonInterval(successes, n) ?? { low: NaN, high: NaN };
        const failed = wilsonInterval(n - successes, n) ?? { low: NaN, high: NaN };
        expect(0 <= low && low <= successes / n && successes / n <= high && high <= 1).toBe(true);
        expect(isAlike(failed.low, 1 - high) && isAlike(failed.high, 1 - low)).toBe(true);
      }),
    );
  });

  it("is the narrower the larger the sample is", () => {
    const width = (successes: number, n: number) => {
      const { low, high } = wilsonInterval(successes, n) ?? { low: NaN, high: NaN };
      return high - low;
    };
    fc.assert(
      fc.property(sample, ([successes, n]) => {
        expect(width(2 * successes, 2 * n)).toBeLessThan(width(successes, n));
      }),
    );
  });
});
