/** What becomes of a case, over all verdicts that its judges may give. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ADJUDICATOR, decideCase, differ, type SeatVerdict } from "./decide-case.ts";
import { FIRST_RUBRIC } from "./first-rubric.ts";

const answers = fc.record({
  true: fc.boolean(),
  asked: fc.boolean(),
  acts: fc.constantFrom("as-agreed", "too-much"),
  clear: fc.constantFrom(1, 2, 3),
});
const verdict = (seat: number) =>
  fc.record({
    seat: fc.constant(seat),
    nth: fc.nat(9),
    upheld: fc.boolean(),
    rubric: fc.constantFrom(1, null),
    answers,
  });
const given = fc.tuple(
  fc.constantFrom(1, 2, 3),
  fc.option(verdict(1), { nil: null }),
  fc.option(verdict(2), { nil: null }),
  fc.option(verdict(ADJUDICATOR), { nil: null }),
);
const decide = (asks: number, verdicts: readonly (SeatVerdict | null)[]) =>
  decideCase(
    asks,
    verdicts.filter((one) => one !== null),
    [FIRST_RUBRIC],
  );

describe("a case", () => {
  it("is judged once as many have judged it as it asks for, and they agree or a third decides", () => {
    fc.assert(
      fc.property(given, ([asks, first, second, third]) => {
        const isPair = asks > 1 || second !== null;
        const isDone = isPair ? first !== null && second !== null : first !== null;
        const isSplit = first && second && differ(first, second, [FIRST_RUBRIC]);
        const decided = () => {
          if (third) return { state: "judged", asks: first && second ? 2 : 1, by: third };
          if (!isDone) return { state: "open", asks: isPair ? 2 : 1 };
          if (isSplit) return { state: "open", asks: ADJUDICATOR };
          return { state: "judged", asks: isPair ? 2 : 1, by: first };
        };
        expect(decide(asks, [first, second, third])).toEqual(decided());
      }),
    );
  });

  it("does not depend on the order of its verdicts", () => {
    fc.assert(
      fc.property(given, ([asks, first, second, third]) => {
        expect(decide(asks, [third, second, first])).toEqual(decide(asks, [first, second, third]));
      }),
    );
  });
});

describe("two verdicts", () => {
  const differing = (one: SeatVerdict, other: SeatVerdict) => differ(one, other, [FIRST_RUBRIC]);

  it("differ by what they found, and by what both had to answer, and by nothing else", () => {
    fc.assert(
      fc.property(verdict(1), verdict(2), (one, other) => {
        const required = ["true", "asked", "acts"] as const;
        const isByRubric =
          one.rubric !== null &&
          other.rubric !== null &&
          required.some((id) => one.answers[id] !== other.answers[id]);
        expect(differing(one, other)).toBe(one.upheld !== other.upheld || isByRubric);
        expect(differing(other, one)).toBe(differing(one, other));
      }),
    );
  });
});
