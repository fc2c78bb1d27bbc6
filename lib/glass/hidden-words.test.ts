import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HiddenWords, NO_ROW } from "./hidden-words.ts";

const wordsOf = (text: string) => text.split(" ").filter(Boolean);

function rowsOf(hidden: readonly string[], said: string): number[] {
  const automaton = new HiddenWords();
  for (const text of hidden) automaton.add(wordsOf(text));
  let row = NO_ROW;
  return wordsOf(said).map((word) => {
    row = automaton.step(row, word);
    return row.length;
  });
}

/** The same, counted word by word. */
function countedRows(hidden: readonly string[], said: string): number[] {
  const words = wordsOf(said);
  const has = (row: readonly string[]) =>
    hidden.some((text) => ` ${wordsOf(text).join(" ")} `.includes(` ${row.join(" ")} `));
  return words.map((_, at) => {
    let length = at + 1;
    while (length > 0 && !has(words.slice(at + 1 - length, at + 1))) length -= 1;
    return length;
  });
}

describe("the hidden words of a run", () => {
  it("tell how many of the last words stand in a row", () => {
    const rules = "you are the planner and answer with json only";
    expect(rowsOf([rules], "well you are the planner of answer with")).toEqual([
      0, 1, 2, 3, 4, 0, 1, 2,
    ]);
  });

  it("make no row of two texts", () => {
    expect(rowsOf(["one two", "three four"], "one two three four")).toEqual([1, 2, 1, 2]);
  });

  it("find the longest row, as counted word by word", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c"), { maxLength: 14 })
      .map((all) => all.join(" "));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), text, (hidden, said) => {
        expect(rowsOf(hidden, said)).toEqual(countedRows(hidden, said));
      }),
    );
  });
});
