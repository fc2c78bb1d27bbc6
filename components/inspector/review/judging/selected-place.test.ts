/** Words that somebody selected stand where they are said to stand. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { findStretch } from "./selected-place.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "é"), maxLength: 30 });

it("finds the words that were selected, at their place in a plain text", () => {
  fc.assert(
    fc.property(text, fc.nat(30), fc.nat(30), (said, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const words = said.slice(from, to);
      const found = findStretch(said, words, said.slice(0, from));
      expect(found === null ? "" : said.slice(found.from, found.to)).toBe(words.trim());
    }),
  );
});

it("tells the same words apart by what stands before them, and finds nothing that is not there", () => {
  expect(findStretch("one two one", "one", "one two ")).toEqual({ from: 8, to: 11 });
  expect(findStretch("one two one", "one", "")).toEqual({ from: 0, to: 3 });
  expect(findStretch("a **b** c", "a b c", "")).toBeNull();
});
