import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffSequences } from "./compare-texts.ts";

const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 14 });

/** The length of the longest common subsequence, by the quadratic algorithm. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  let row = right.map(() => 0);
  for (const word of left) {
    let corner = 0;
    let before = 0;
    row = row.map((above, index) => {
      const best = right[index] === word ? corner + 1 : Math.max(above, before);
      corner = above;
      before = best;
      return best;
    });
  }
  return row.at(-1) ?? 0;
}

describe("diffSequences", () => {
  it("goes through both lists, once and in order, pairs only what is equal, and pairs as much as there is", () => {
    fc.assert(
      fc.property(words, words, (left, right) => {
        const { steps, isExact } = diffSequences(left, right);
        expect(isExact).toBe(true);
        expect(steps.flatMap((step) => step.left ?? [])).toEqual(left.map((_, index) => index));
        expect(steps.flatMap((step) => step.right ?? [])).toEqual(right.map((_, index) => index));
        const pairs = steps.filter((step) => step.left !== null && step.right !== null);
        for (const pair of pairs) expect(left[pair.left ?? -1]).toBe(right[pair.right ?? -1]);
        expect(pairs).toHaveLength(longestCommon(left, right));
      }),
    );
  });

  it("keeps common ends and gives up between them where everything else differs", () => {
    const many = (name: string) => Array.from({ length: 2_000 }, (_, index) => `${name}${index}`);
    const left = ["first", ...many("l"), "last"];
    const { steps, isExact } = diffSequences(left, ["first", ...many("r"), "last"]);
    expect(isExact).toBe(false);
    expect(steps.at(0)).toEqual({ left: 0, right: 0 });
    expect(steps.at(-1)).toEqual({ left: 2_001, right: 2_001 });
    expect(steps).toHaveLength(4_002);
  });

  it("aligns long lists that differ a little", () => {
    const left = Array.from({ length: 20_000 }, (_, index) => `${index}`);
    const right = left.filter((_, index) => index % 500 !== 7);
    const { steps, isExact } = diffSequences(left, right);
    expect(isExact).toBe(true);
    expect(steps.filter((step) => step.right === null)).toHaveLength(40);
  });
});
