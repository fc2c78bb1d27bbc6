import { describe, expect, it } from "vitest";
import { type ParsedAnswer, parseAnswer } from "./parse-answer.ts";

const ANSWER = `# Title

Some **bold** text with \`code\` and a [link](https://example.org).
Its second line.

- one
- two with *emphasis*
  - nested

1. first

   with a paragraph
2. second

| a | b |
| - | - |
| 1 | 2 |

\`\`\`python
print("hi")

print("there")
\`\`\`

> quoted

Last words.
`;

const typesOf = ({ blocks }: ParsedAnswer) => blocks.map(({ token }) => token.type);
const rawsOf = ({ blocks }: ParsedAnswer) => blocks.map(({ token }) => token.raw);

describe("parseAnswer", () => {
  it("finds the blocks of a finished answer", () => {
    expect(typesOf(parseAnswer(ANSWER, null, false))).toEqual([
      "heading",
      "paragraph",
      "list",
      "list",
      "table",
      "code",
      "blockquote",
      "paragraph",
    ]);
  });

  it("ends at the same blocks when the answer came letter by letter", () => {
    let parsed: ParsedAnswer | null = null;
    for (let end = 1; end <= ANSWER.length; end += 1) {
      parsed = parseAnswer(ANSWER.slice(0, end), parsed, true);
    }
    expect(parsed && rawsOf(parsed)).toEqual(rawsOf(parseAnswer(ANSWER, null, false)));
  });

  it("keeps solid blocks as they are, so that they need not be drawn again", () => {
    const first = parseAnswer(ANSWER.slice(0, -20), null, true);
    const second = parseAnswer(ANSWER, first, true);
    expect(first.solid).toBeGreaterThan(3);
    expect(second.blocks.slice(0, first.solid)).toEqual(first.blocks.slice(0, first.solid));
    expect(second.blocks[0]).toBe(first.blocks[0]);
  });

  it("starts over when the text is another one", () => {
    const first = parseAnswer(ANSWER, null, true);
    expect(rawsOf(parseAnswer("Other", first, true))).toEqual(["Other"]);
  });

  it("counts in text without carriage returns", () => {
    const text = "one\r\n\r\ntwo\r\n\r\nthree\r\n\r\nfour";
    const first = parseAnswer(text.slice(0, 14), null, true);
    expect(rawsOf(parseAnswer(text, first, true))).toEqual(["one", "two", "three", "four"]);
  });

  it("leaves an unfinished code block open, marks and all", () => {
    const { blocks } = parseAnswer("```js\nlet **a", null, true);
    expect(blocks.map(({ token }) => token)).toMatchObject([{ type: "code", text: "let **a" }]);
  });
});

describe("maths", () => {
  const maths = (text: string) =>
    parseAnswer(text, null, false).blocks.flatMap(({ token }) =>
      [token, ...(("tokens" in token && token.tokens) || [])].flatMap((one) =>
        one.type === "math" ? [one.tex] : [],
      ),
    );

  it.each([
    ["An $x^2$ and \\(y\\).", ["x^2", "y"]],
    ["$$\\frac{a}{b}$$", ["\\frac{a}{b}"]],
    ["\\[\n a \\, b\n\\]", ["a \\, b"]],
    ["$$\na = b\n$$\n\nThen.", ["a = b"]],
    ["It costs $5 and $10, or $5-$10.", []],
    ["`$x$` is code, \\$x\\$ is not maths.", []],
    ["```\n$x$\n```", []],
  ])("%j holds %j", (text, found) => expect(maths(text)).toEqual(found));

  it("does not show half a formula", () => {
    const shown = (text: string) =>
      parseAnswer(text, null, true)
        .blocks.map(({ token }) => token.raw)
        .join("")
        .trim();
    expect(shown("So $$\\frac{a}")).toBe("So");
    expect(shown("So \\[ a + ")).toBe("So");
    expect(shown("So \\[ a \\] then")).toContain("a");
  });
});
