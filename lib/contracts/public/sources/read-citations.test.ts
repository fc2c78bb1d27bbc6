/** What is a citation and what only looks like one. */
import { describe, expect, it } from "vitest";
import { cpuGrowth } from "../../../../scripts/testing/cpu-time.ts";
import { citedNumbers } from "./cited-numbers.ts";
import { withoutCitations } from "./read-citations.ts";

describe("a citation", () => {
  it.each<[string, number[]]>([
    ["Rain [1] and wind [2][3].", [1, 2, 3]],
    ["Both say so [1, 2].", [1, 2]],
    ["It ends.[4]", [4]],
    ["**bold [5]**\n\n- item [6]\n\n    more of it [7]\n\n| a |\n| - |\n| b [8] |", [5, 6, 7, 8]],
    ["> quoted [9]", [9]],
    ["`code`, then a claim [10]", [10]],
  ])("is found in %j", (text, numbers) => expect(citedNumbers(text)).toEqual(numbers));

  it.each([
    "a[1] = b[2][3]",
    "call(x)[1]",
    "`list [1]` and ``more [2] ` of it``",
    "```js\nconst a = [1];\n```",
    "~~~\nrow [1]\n~~~",
    "- item\n  ```\n  row [1]\n  ```",
    "Text.\n\n    indented [1]",
    "[1](javascript:alert(1))",
    "![1](https://example.org/x.png)",
    "[as [1] says](https://example.org)",
    "A note[^1] and [^2].",
    "\\[1]",
    "[1]: https://example.org/evil",
    "<a title='[1]'>x</a>",
    "[one] [-1] [1.5] [1234] [ 1 ]",
  ])("is none in %j", (text) => {
    expect(citedNumbers(text)).toEqual([]);
    expect(withoutCitations(text)).toBe(text);
  });

  it("is taken out with the space before it, and nothing else is", () => {
    expect(withoutCitations("Rain [1], wind [2][3].\n\n`a [1]`")).toBe("Rain, wind.\n\n`a [1]`");
  });

  it("is read in a long answer without many looks at the same text", () => {
    const read = (times: number) => void withoutCitations("`[1] ``[2] [".repeat(times));
    expect(cpuGrowth(read, [250, 8_000])).toBeLessThan(32 * 8);
  });
});
