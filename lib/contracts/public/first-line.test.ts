import { describe, expect, it } from "vitest";
import { firstLine } from "./first-line.ts";

describe("firstLine", () => {
  it.each([
    ["a short text as it is", "What is it?", 20, "What is it?"],
    ["the first line that says something", "\n \n  one\ttwo  three \nfour", 20, "one two three"],
    ["nothing of nothing", " \n ", 20, ""],
    ["a long one cut at a word", "one two three four five", 16, "one two three…"],
    ["a word whole that ends at the edge", "one two three four", 14, "one two three…"],
    ["a long word cut within", "a Donaudampfschiffahrt on its way", 16, "a Donaudampfsch…"],
    ["letters whole, however they are stored", "😀".repeat(12), 10, `${"😀".repeat(9)}…`],
    ["as many letters as there may be", "😀".repeat(10), 10, "😀".repeat(10)],
  ])("gives %s", (_, text, maxChars, line) => {
    expect(firstLine(text, maxChars)).toBe(line);
  });
});
