import { describe, expect, it } from "vitest";
import { twoHundredNumbers } from "@/lib/contracts/json/testing/two-hundred-numbers.ts";
import { readJson, textOfValue } from "./text-of-value.ts";

describe("a value as text", () => {
  it("has each number as it was written, with indents and without", () => {
    for (const source of [...twoHundredNumbers(), "1e400", "-1e400"]) {
      const value = readJson(`{"n":[${source}]}`);
      expect(textOfValue(value)).toBe(`{"n":[${source}]}`);
      expect(textOfValue(value, 2)).toBe(`{\n  "n": [\n    ${source}\n  ]\n}`);
    }
  });

  it.each([
    ["a text", "a text"],
    ["", ""],
    [undefined, ""],
    [() => 1, ""],
    [null, "null"],
    [[undefined, 1], "[null,1]"],
  ])("of %j is %j", (value, text) => {
    expect(textOfValue(value)).toBe(text);
  });

  it("is whole however deep it is nested", () => {
    const deep = (inside: string) => `${'{"a":['.repeat(10_000)}${inside}${"]}".repeat(10_000)}`;
    const text = deep('null,"b\\"",{"c":true,"d":[]},{},1.5');
    expect(textOfValue(JSON.parse(text), 2)).toBe(text);
  });
});

describe("a text as a value", () => {
  it.each(["12", "word", "", "[1,", "{'a': 1}"])("stays the text %j", (text) => {
    expect(readJson(text)).toBe(text);
  });
});
