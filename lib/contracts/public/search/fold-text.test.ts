/** What is written in two ways and means one thing is folded to one text; its places lead back to what was written. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLiteral, findRanges } from "./find-ranges.ts";
import { foldText, foldWithPlaces } from "./fold-text.ts";

/** What is stored, what is looked for, and what is marked of it. */
const CASES: readonly (readonly [string, string, string])[] = [
  // Quotes and apostrophes.
  ["don’t", "don't", "don’t"],
  ["don't", "don’t", "don't"],
  ["rock ‘n’ roll", "'n'", "‘n’"],
  ["l\u02bcété", "l'ete", "l\u02bcété"],
  ["it´s", "it's", "it´s"],
  ["it＇s", "it's", "it＇s"],
  ["5′ 10″", "5'", "5′"],
  ["he said „gut“", "gut", "gut"],
  ["« bonjour »", "bonjour", "bonjour"],
  ["ג׳ירפה", "ג'ירפה", "ג׳ירפה"],
  // Dashes and hyphens.
  ["1914–1918", "1914-1918", "1914–1918"],
  ["1914-1918", "1914–1918", "1914-1918"],
  ["well\u2011known", "well-known", "well\u2011known"],
  ["e‐mail", "e-mail", "e‐mail"],
  ["−5 °C", "-5", "−5"],
  ["a—b", "a-b", "a—b"],
  ["full－width", "full-width", "full－width"],
  ["10〜20", "10~20", "10〜20"],
  ["10～20", "10~20", "10～20"],
  // Spaces, and what is not seen.
  ["12\u00a0000", '"12 000"', "12\u00a0000"],
  ["12\u202f000", '"12 000"', "12\u202f000"],
  ["東京\u3000大学", '"東京 大学"', "東京\u3000大学"],
  ["Donau\u00addampf", "donaudampf", "Donau\u00addampf"],
  ["zero\u200bwidth", "zerowidth", "zero\u200bwidth"],
  ["می\u200cخواهم", "میخواهم", "می\u200cخواهم"],
  ["\u200fשלום\u200e", "שלום", "שלום\u200e"],
  ["\ufeffstart", "start", "start"],
  ["❤\ufe0f", "❤", "❤\ufe0f"],
  // Ligatures, full and half width, other forms of a character.
  ["ﬁnal oﬃce", "office", "oﬃce"],
  ["ﬁnal oﬃce", "final", "ﬁnal"],
  ["Æsop", "aesop", "Æsop"],
  ["œuvre", "oeuvre", "œuvre"],
  ["ＡＢＣ１２３", "abc123", "ＡＢＣ１２３"],
  ["ABC123", "ＡＢＣ１２３", "ABC123"],
  ["ｶﾞｷﾞ", "ガギ", "ｶﾞｷﾞ"],
  ["x² + ½", "x2", "x²"],
  ["½ cup", "1/2", "½"],
  ["wait…", "wait...", "wait…"],
  ["№ 5", "no", "№"],
  // Case, by whatever locale.
  ["İstanbul", "istanbul", "İstanbul"],
  ["ISPARTA ılık", "ilik", "ılık"],
  ["STRASSE", "straße", "STRASSE"],
  ["GROẞ", "gross", "GROẞ"],
  ["ΟΔΥΣΣΕΥΣ", "οδυσσευς", "ΟΔΥΣΣΕΥΣ"],
  ["ſoll", "soll", "ſoll"],
  // Accents and letters with strokes.
  ["Crème brûlée", "creme", "Crème"],
  ["Cre\u0300me", "crème", "Cre\u0300me"],
  ["Việt Nam", "viet", "Việt"],
  ["Łódź", "lodz", "Łódź"],
  ["Þór", "thor", "Þór"],
  ["Ħamrun", "hamrun", "Ħamrun"],
  ["ἄνθρωπος", "ανθρωπος", "ἄνθρωπος"],
  ["ёлка", "елка", "ёлка"],
  ["كِتَاب", "كتاب", "كِتَاب"],
  ["ایران", "ايران", "ایران"],
  ["سال ۱۴۰۳", "1403", "۱۴۰۳"],
  // Parts of words with punctuation.
  ["call foo.bar()", "foo.bar", "foo.bar"],
  ["call foo.bar()", "bar", "bar"],
  ["C++ and C", "C++", "C++"],
  ["an e-mail", "mail", "mail"],
  ["12,5 or 12.5", "12,5", "12,5"],
  ["v1.2 and v1.20", "v1.2", "v1.2"],
  ["a@b.example", "b.example", "b.example"],
  ["#tag", "#tag", "#tag"],
];

describe("the folded text", () => {
  it.each(CASES)("of %j has %j", (said, wanted, marked) => {
    const [range] = findRanges(said, wanted);
    expect(said.slice(...(range ?? [0, 0]))).toBe(marked);
    const [literal] = findLiteral(said, wanted.replaceAll('"', ""));
    expect(said.slice(...(literal ?? [0, 0])), "within one conversation").toBe(marked);
  });

  it.each([
    ["12,5", "12.5"],
    ["C#", "C++"],
    ["resume", "résumer"],
    ["co-op", "coop"],
    ["日本", "曰本"],
  ])("of %j has not %j", (said, wanted) => {
    expect(findRanges(said, wanted)).toEqual([]);
  });

  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(..."aB’“–\u00a0\u00adﬁ½Ａｶﾞßİıςé\u0301😀كـ٣"),
      fc.integer({ min: 0x20, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
      fc.integer({ min: 0xe000, max: 0x1ffff }).map((code) => String.fromCodePoint(code)),
    ),
    maxLength: 40,
  });

  it("stays as it is when it is folded again", () => {
    fc.assert(
      fc.property(text, (said) => {
        expect(foldText(foldText(said))).toBe(foldText(said));
      }),
      { numRuns: 3_000 },
    );
  });

  it("has the place of each of its units, in order, at the beginning of a character", () => {
    fc.assert(
      fc.property(text, (said) => {
        const { folded, starts } = foldWithPlaces(said);
        expect(folded).toBe(foldText(said));
        expect(starts).toHaveLength(folded.length + 1);
        expect(starts.at(-1)).toBe(said.length);
        const begins = new Set([said.length]);
        let place = 0;
        for (const { length } of said) {
          begins.add(place);
          place += length;
        }
        starts.forEach((start, unit) => {
          expect(begins.has(start)).toBe(true);
          expect(start).toBeGreaterThanOrEqual(starts[unit - 1] ?? 0);
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it("of a text in small and in capital letters, composed and decomposed, is one", () => {
    const letters = fc.string({
      unit: fc.constantFrom(..."abcéüñçšžåøłşığčřßœæαβσωάабвё가한がグ"),
      maxLength: 30,
    });
    fc.assert(
      fc.property(letters, (said) => {
        const folded = foldText(said);
        expect(foldText(said.toUpperCase())).toBe(folded);
        expect(foldText(said.normalize("NFD"))).toBe(folded);
        expect(foldText(said.normalize("NFC"))).toBe(folded);
      }),
      { numRuns: 1_000 },
    );
  });
});
