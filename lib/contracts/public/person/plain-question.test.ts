import fc from "fast-check";
import { expect, it } from "vitest";
import { plainQuestion } from "./plain-question.ts";

it.each([
  ["Delete Ada?", "Delete Ada?"],
  ["Shall I open `https://a.example/`?", "Shall I open “https://a.example/”?"],
  ["It stands there: `` say `now` ``.", "It stands there: “say `now`”."],
  ["One `a`, two `b`.", "One “a”, two “b”."],
  ["A lone ` stays.", "A lone ` stays."],
  ["``` ` ```", "“`”"],
])("%s", (question, plain) => {
  expect(plainQuestion(question)).toBe(plain);
});

it("loses nothing but marks and blanks", () => {
  const text = fc.string({ unit: fc.constantFrom("`", "a", " ", "\n", "“") });
  const bare = (said: string) => said.replace(/[`“”\s]/g, "");
  fc.assert(
    fc.property(text, (question) => {
      expect(bare(plainQuestion(question))).toBe(bare(question));
    }),
  );
});
