/** What is found, where it is marked, and the line that is shown of it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutExcerpt } from "./cut-excerpt.ts";
import { findLiteral, findRanges } from "./find-ranges.ts";
import { foldText } from "./fold-text.ts";
import { parseSearchQuery } from "./search-query.ts";

/** A text query takes nothing else without a mistake. */
const LEXEME = /^'[^'\\]+'(:\*)?$/u;

const found = (said: string, query: string) =>
  findRanges(said, query).map(([from, to]) => said.slice(from, to));

describe("the places of a search", () => {
  it.each([
    ["Searching is research", "sea", ["Sea"]],
    ["A café, CAFÉ, cafe\u0301 and cafe", "cafe", ["café", "CAFÉ", "cafe\u0301", "cafe"]],
    ["plain cafe", "café", ["cafe"]],
    ["The quick brown fox", "fo qui", ["qui", "fo"]],
    ['say "hello\n  world" twice, world hello', '"hello world"', ["hello\n  world"]],
    ["C++ and C", "c++", ["C++"]],
    ["京都大学と東京大学", "大学", ["大学", "大学"]],
    ["قرأت الكتاب أمس", "كتاب", ["كتاب"]],
    ["Straße und Fluss", "strass", ["Straß"]],
    ["ΟΔΟΣ", "οδος", ["ΟΔΟΣ"]],
    ["한국어 공부", "국어", ["국어"]],
    ["a 😀 face", "😀", ["😀"]],
    ["nothing here", "zzz", []],
    ["nothing here", '  " " ', []],
  ])("of %j for %j", (said, query, expected) => {
    expect(found(said, query)).toEqual(expected);
  });

  it("are in order, apart, and hold what folds to a term", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(text, fc.nat(60), fc.integer({ min: 1, max: 6 }), (said, from, length) => {
        const wanted = [...said].slice(from, from + length).join("");
        const ranges = findLiteral(said, wanted);
        const folded = foldText(wanted).trim();
        if (folded !== "") expect(ranges.length).toBeGreaterThan(0);
        let before = 0;
        for (const [start, end] of ranges) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(said.length);
          const held = foldText(said.slice(start, end)).replaceAll(/\s+/gu, " ");
          expect(held).toContain(folded.replaceAll(/\s+/gu, " "));
          before = end;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("never begin inside of a word of letters", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abé ,"), maxLength: 40 }), (said) => {
        for (const [from] of findRanges(said, "a")) {
          expect(foldText(said.slice(0, from))).not.toMatch(/[a-z]$/);
        }
      }),
    );
  });
});

describe("the terms of a search", () => {
  it("are words, and what stands in quotes, however they are written", () => {
    const sources = (query: string) => parseSearchQuery(query).map(({ lexemes }) => lexemes);
    expect(sources("Two words")).toEqual([["'two':*"], ["'words':*"]]);
    expect(sources("“side by side”")).toEqual([["'side'", "'by'", "'side':*"]]);
    expect(sources('open "quote of')).toEqual([["'open':*"], ["'quote'", "'of':*"]]);
    expect(sources("大学生活")).toEqual([["'大学生'", "'学生活'"]]);
    expect(sources("学")).toEqual([["'学':*"]]);
    expect(sources("!?")).toEqual([[]]);
  });

  it("make a text query and a pattern of anything", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (query) => {
        const terms = parseSearchQuery(query);
        expect(() => terms.map(({ source }) => new RegExp(source, "u"))).not.toThrow();
        const odd = terms.flatMap(({ lexemes }) => lexemes).filter((one) => !LEXEME.test(one));
        expect(odd).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the line that is shown", () => {
  it("holds the first hit, and says where it was cut", () => {
    const said = `${"one two three ".repeat(30)}\n\nneedle\n${"four five ".repeat(60)}`;
    const { excerpt, ranges } = cutExcerpt(said, "needle");
    expect(excerpt).toMatch(/^….*three needle four.*…$/);
    expect(ranges.map(([from, to]) => excerpt.slice(from, to))).toEqual(["needle"]);
    expect(excerpt.length).toBeLessThanOrEqual(182);
  });

  it("holds a hit wherever it is, and never half a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", " ", "😀", "é"), maxLength: 400 }),
        fc.string({ unit: fc.constantFrom("a", " ", "😀"), maxLength: 400 }),
        (before, after) => {
          const { excerpt, ranges } = cutExcerpt(`${before} needle ${after}`, "needle");
          expect(ranges.map(([from, to]) => excerpt.slice(from, to))).toEqual(["needle"]);
          expect(excerpt.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
