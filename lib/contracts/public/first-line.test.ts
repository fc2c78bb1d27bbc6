import { describe, expect, it } from "vitest";
import { leastCpuMs } from "../../../scripts/testing/cpu-time.ts";
import { firstLine, titleOf } from "./first-line.ts";

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

describe("titleOf", () => {
  it.each([
    ["```js\nlet x = 1;\n```\nWhat does this do?", "let x = 1;"],
    ["## Plan **the** `party`\nand more", "Plan the party"],
    ["\n\n1. [First](https://example.org) thing", "First thing"],
    ["***", "***"],
    ["مرحبا بالعالم", "مرحبا بالعالم"],
  ])("%j reads %j", (text, title) => expect(titleOf(text, 60)).toBe(title));
});

describe("a hostile first line", () => {
  it.each(["[", "[a](", "![", "*", "**a", "`", "` ``", "_", " ", "# ", "> "])(
    "of %j has its title as fast as a short one",
    (unit) => {
      const titled = (chars: number) => {
        const text = `a${unit.repeat(chars)}b`;
        return () => {
          for (let times = 0; times < 5; times += 1) expect(titleOf(text, 60)).not.toBe("");
        };
      };
      const enough = 100 * Math.max(leastCpuMs(titled(500)), 2);
      expect(leastCpuMs(titled(16_000), enough)).toBeLessThan(enough);
    },
  );
});
