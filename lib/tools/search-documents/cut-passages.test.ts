import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutPassages } from "./index-files.ts";

const bare = (text: string) => text.replace(/\s+/g, "");

describe("cutPassages", () => {
  it("keeps a short text whole and has none of an empty one", () => {
    expect(cutPassages("One.\r\n\r\nTwo.")).toEqual(["One.\n\nTwo."]);
    expect(cutPassages(" \n ")).toEqual([]);
  });

  it("cuts between paragraphs where it can, else after a sentence, else between words", () => {
    const paragraph = (letter: string) => `${letter.repeat(20)} `.repeat(30).trim();
    expect(cutPassages([paragraph("a"), paragraph("b")].join("\n\n"))).toEqual([
      paragraph("a"),
      paragraph("b"),
    ]);
    const sentences = cutPassages("This is a sentence of some length. ".repeat(60));
    for (const passage of sentences) expect(passage).toMatch(/^This .*length\.$/s);
    const words = cutPassages("word ".repeat(600));
    for (const passage of words) expect(passage).toMatch(/^word( word)*$/);
  });

  it("cuts no character in two", () => {
    const [first = "", second = ""] = cutPassages(`a${"😀".repeat(800)}`);
    expect(first.isWellFormed() && second.isWellFormed()).toBe(true);
  });

  it("loses nothing, whatever the text, and no passage is longer than it may be", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("\n\n", ". ", " ", "x".repeat(700)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const passages = cutPassages(text);
        expect(bare(passages.join(""))).toBe(bare(text));
        for (const passage of passages) expect(passage.length).toBeLessThanOrEqual(1_000);
      }),
    );
  });

  it("stops at two thousand", () => {
    expect(cutPassages("x".repeat(3_000_000))).toHaveLength(2_000);
  });
});
