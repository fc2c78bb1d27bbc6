import { describe, expect, it } from "vitest";
import { twoHundredNumbers } from "../../contracts/json/testing/two-hundred-numbers.ts";
import { findWords, normalise, textsOf } from "./normalise-words.ts";

it("reads each number in JSON as it was written, and no other one", () => {
  for (const source of twoHundredNumbers()) {
    const text = `{"n":[${source}]}`;
    expect(textsOf(text)).toEqual([text, source]);
  }
});

const find = (hay: string, needle: string) =>
  findWords(normalise(hay), normalise(needle).text).map(({ from, to }) => hay.slice(from, to));

describe("findWords", () => {
  it.each([
    ["case", "The Answer", "the answer", "The Answer"],
    ["runs of space and lines", "one\n\t two", "one two", "one\n\t two"],
    ["separators in the text", "in all 1,234,567 people", "1234567", "1,234,567"],
    ["separators in the question", "in all 1234567 people", "1,234,567", "1234567"],
    ["narrow spaces in numbers", "in all 12\u202f345", "12,345", "12\u202f345"],
    ["marks of Markdown", "it is **55** now", "is 55 now", "is **55** now"],
    ["letters beyond ASCII", "Grüße aus Köln", "AUS KÖLN", "aus Köln"],
    ["quotes and dashes", "it doesn’t – yet", "doesn't - yet", "doesn’t – yet"],
    ["accents and ligatures", "a fine cafe\u0301 oﬃce here", "café office", "cafe\u0301 oﬃce"],
  ])("sets aside %s", (_what, hay, needle, found) => {
    expect(find(hay, needle)).toEqual([found]);
  });

  it.each([
    ["a number within a number", "155 and 550", "55"],
    ["a word within a word", "fibonacci", "bona"],
    ["a list of digits as one number", "1, 2, 3", "123"],
    ["a decimal as another number", "3.14", "314"],
    ["nothing at all", "anything", "  "],
  ])("does not take %s for it", (_what, hay, needle) => {
    expect(find(hay, needle)).toEqual([]);
  });

  it("finds every place", () => {
    expect(find("55, and 55; 555", "55")).toEqual(["55", "55"]);
  });
});
