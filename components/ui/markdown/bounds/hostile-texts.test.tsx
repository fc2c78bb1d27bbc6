/** Nested and repeated shapes, from 1 to 50,000, for every renderer that runs in a browser. */
import katex from "katex";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { readMarkdown } from "@/lib/contracts/public/markdown/markdown-parser.ts";
import { citedNumbers } from "@/lib/contracts/public/sources/cited-numbers.ts";
import { withoutCitations } from "@/lib/contracts/public/sources/read-citations.ts";
import { shownAsText } from "@/lib/messages/chat.ts";
import { leastCpuMs } from "@/scripts/testing/cpu-time.ts";
import { highlightMore } from "../code/highlight-code.ts";
import { Markdown, SaidMarkdown } from "../markdown.tsx";
import { settleTail } from "../parse/settle-tail.ts";
import { fitsDrawing, fitsTypesetter } from "./source-bounds.ts";

/** A long message of a person, in characters. */
const LONG = 32_000;
const DEPTHS = [1, 40, 50_000];

/** Openings with their closings: nested, or repeated one after the other. */
const SHAPES: readonly [open: string, close?: string][] = [
  ["> "],
  [">"],
  ["- "],
  ["* "],
  ["1. "],
  ["> - "],
  ["- > 1. "],
  ["[^a]: "],
  ["*", "*"],
  ["**", "**"],
  ["*a "],
  ["**a _b "],
  ["*a **b ", "c** d* "],
  ["_", "_"],
  ["~~", "~~"],
  ["~~a "],
  ["[", "]"],
  ["[a](", ")"],
  ["![", "](x)"],
  ["![a]("],
  ["[a]: x\n[a] "],
  ["[a][a] "],
  ["\\[", "\\]"],
  ["\\(", "\\)"],
  ["\\["],
  ["\\"],
  ["\\*"],
  ["$", "$"],
  ["$$ ", " $$"],
  ["$a$ "],
  ["$ "],
  ["$\\$"],
  ["`", "`"],
  ["` `` "],
  ["```\n"],
  ["```mermaid\na-->b\n```\n"],
  ["<", ">"],
  ["<a ", ">"],
  ["<!--"],
  ["<a href='"],
  ["&amp;"],
  ["&"],
  ["# "],
  ["#\n"],
  ["a\n\n"],
  ["a\n"],
  ["\n"],
  [" "],
  ["\t"],
  [" \n"],
  ["|"],
  ["|a"],
  ["|\n"],
  ["| a | b |\n|---|---|\n"],
  ["---\n"],
  ["a\n===\n"],
  ["[1]"],
  ["[1, 2] "],
  [" [1]"],
  ["[^a]"],
  ["[^a]: b\n"],
  ["https://a.b/("],
  ["http://"],
  ["www.a"],
  ["a@b."],
  ["a@"],
  ["\u202e"],
  ["\ud83d\ude00"],
  ["\ud800"],
  ["{", "}"],
  ["(", ")"],
];

type Shape = { name: string; build: (times: number) => string };

const NAMED: Shape[] = SHAPES.flatMap(([open, close = ""]) => {
  const name = JSON.stringify(open + close);
  const repeated = {
    name: `${name} in a row`,
    build: (n: number) => `a${(open + close).repeat(n)}b`,
  };
  const nested = {
    name: `${name} nested`,
    build: (n: number) => `${open.repeat(n)}x${close.repeat(n)}`,
  };
  return [repeated, nested];
});

const OTHERS: Shape[] = [
  { name: "lists by indentation", build: (n) => linesOf(n, (depth) => `${"  ".repeat(depth)}- a`) },
  { name: "ticks of all lengths", build: (n) => linesOf(n, (depth) => "`".repeat(depth + 1)) },
  {
    name: "a wide table",
    build: (n) => `${"|a".repeat(n)}\n${"|-".repeat(n)}\n${"|\n".repeat(n)}`,
  },
  {
    name: "a long address",
    build: (n) => `[a]: https://a.b/${"x".repeat(n)}\n\n${"[a] ".repeat(n)}`,
  },
  { name: "groups that do not close", build: (n) => `$$ ${"{x3000 x }x3000 ".repeat(n)} $$` },
  { name: "brackets in code", build: (n) => `\`\`\`json\n${"[".repeat(n)}\n\`\`\`` },
  { name: "space", build: (n) => `a${" ".repeat(n)}b` },
];

/** What holds other text, and what is dear in one of them. */
const AROUND: readonly [open: string, close: string][] = [
  ["[a ", " b](x)"],
  ["*a **b ", "c** d*"],
  ["<sub>", "</sub>"],
  ["<details>\n", "\n</details>\n"],
  ["- ", ""],
];
const WITHIN = [
  "`",
  "``a`",
  "a\n",
  "$$ a\n",
  "|a|b|\n",
  "\\[",
  "\\",
  "$",
  " ",
  "<!-- ",
  "<details>\n",
];

const ALL = [...NAMED, ...OTHERS];

function linesOf(count: number, line: (depth: number) => string): string {
  let text = "";
  for (let depth = 0; depth < count && text.length < LONG; depth += 1) text += `${line(depth)}\n`;
  return text;
}

const PROSE = "The **lighthouse** stands on a rock, and its `lamp` turns all night.\n\n"
  .repeat(LONG)
  .slice(0, LONG);
/** How much more a hostile text may cost than prose of the same length. Without bounds it is thousands. */
const DEARER_MAX = 100;

/** Milliseconds that a hostile text may take, where prose takes what `read` takes. */
const enoughFor = (read: () => unknown) => DEARER_MAX * Math.max(leastCpuMs(read), 5);

/** Against a reading that ends where its work is too much. */
const DEARER_WITHIN_MAX = 6;

const isPlain = (text: string) => readMarkdown(text, "assistant") === null;
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, "").replace(/&(?:\w+|#\w+);/g, "&");

describe("a hostile message", () => {
  it.each(["assistant", "person"] as const)(
    "of the %s is read at a cost that is bounded, whatever its shape",
    (by) => {
      const enough = enoughFor(() => readMarkdown(PROSE, by));
      for (const { name, build } of ALL) {
        const text = build(50_000).slice(0, LONG);
        expect(
          leastCpuMs(() => readMarkdown(text, by), enough),
          name,
        ).toBeLessThan(enough);
      }
    },
  );

  it.each(AROUND)("is read at a cost that is bounded within %j", (open, close) => {
    // Its emphasis takes all the work that one reading may be.
    const all = `${"a_".repeat(LONG / 2)}b`;
    expect(isPlain(all)).toBe(true);
    const enough = DEARER_WITHIN_MAX * leastCpuMs(() => readMarkdown(all, "assistant"));
    for (const unit of WITHIN) {
      const inner = unit.repeat(LONG / unit.length);
      const text = `${open.repeat(15)}${inner}x${close.repeat(15)}`;
      const cost = leastCpuMs(() => readMarkdown(text, "assistant"), enough);
      expect(cost, JSON.stringify(unit)).toBeLessThan(enough);
    }
  });

  it("is drawn, or shown with all of its words, at each depth", () => {
    for (const { name, build } of ALL)
      for (const depth of DEPTHS) {
        const text = build(depth).slice(0, 2_500);
        const draw = (by: "assistant" | "person") =>
          renderToStaticMarkup(
            by === "person" ? (
              <SaidMarkdown text={text} />
            ) : (
              <Markdown text={text} isGrowing={false} />
            ),
          );
        expect(() => draw("person"), `${name} × ${depth}`).not.toThrow();
        const html = draw("assistant");
        if (!isPlain(text)) continue;
        expect(html).toContain(shownAsText());
        expect(wordsOf(html).length).toBeGreaterThanOrEqual(text.replace(/&\w+;/g, "&").length);
      }
  });

  it("grows, cites and is cited at a cost that is bounded", () => {
    const read = (text: string) => [settleTail(text), withoutCitations(text), citedNumbers(text)];
    const enough = enoughFor(() => read(PROSE));
    for (const { name, build } of ALL) {
      const text = `${build(50_000).slice(0, LONG)} [1]`;
      expect(
        leastCpuMs(() => read(text), enough),
        name,
      ).toBeLessThan(enough);
    }
  });

  it.each(["> ".repeat(9_000), "*a **b ".repeat(4_000), `${"[".repeat(9_000)}`])(
    "leaves an ordinary one formatted (%#)",
    (hostile) => {
      expect(isPlain(hostile)).toBe(true);
      expect(isPlain(PROSE)).toBe(false);
      expect(isPlain("> ".repeat(9).concat("- a **b** [1]"))).toBe(false);
    },
  );
});

/** Long, and as people and models write. */
const ORDINARY: [name: string, text: string][] = [
  ["prose", PROSE.repeat(8)],
  ["citations", `${"It says *that* and this [1][2], and more. ".repeat(60)}\n\n`.repeat(100)],
  ["links", "- [a name](https://example.org/path/to/page)\n".repeat(6_000)],
  ["lists", "- one\n  - two\n    - three **x**\n      more of it\n".repeat(2_500)],
  ["points of several lines", "1. a point\nthat goes on\n\n".repeat(3_000)],
  ["names and values", "**Name:** a *value* of _it_ ~~not~~\n\n".repeat(4_000)],
  ["elements", "A<sub>1</sub> and B<sup>2</sup><br>C\n\n".repeat(3_000)],
  ["details", "<details>\n<summary>More</summary>\n\nOf **it**.\n\n</details>\n\n".repeat(1_000)],
  ["code", `\`\`\`js\n${"const a = [[1, 2], [3, 4]]; // `x`\n".repeat(8_000)}\`\`\`\n`],
  ["columns of spaces", `name${" ".repeat(80)}value\n`.repeat(300)],
];

describe("a long message", () => {
  it.each(ORDINARY)("of %s is formatted", (_, text) => {
    expect(readMarkdown(text, "assistant")).not.toBeNull();
    expect(readMarkdown(text, "person")).not.toBeNull();
  });
});

const FORMULAS: Shape[] = (
  [
    ["{", "}"],
    ["\\frac{1}{", "}"],
    ["\\frac "],
    ["\\frac a "],
    ["\\sqrt "],
    ["\\sqrt{", "}"],
    ["x^{", "}"],
    ["x^"],
    ["\\left( ", "\\right)"],
    ["\\begin{matrix} ", "\\end{matrix}"],
    ["\\displaystyle "],
    ["\\large a"],
    ["\\color{red} a"],
    ["\\rm a"],
    ["\\mathrm "],
    ["\\text{", "}"],
    ["\\hbox{$", "$}"],
    ["\\overline "],
    ["\\underbrace{", "}"],
    ["\\hat "],
    ["\\vec a"],
    ["\\bigl("],
    ["\\def\\a{\\a\\a}\\a"],
    ["\\alpha "],
    ["a\\over "],
    ["\\middle|"],
    ["'"],
    ["&"],
    ["\\\\"],
    ["{x3000 x }x3000 "],
  ] as [string, string?][]
).flatMap(([open, close = ""]) => [
  { name: `${open} nested`, build: (n) => `${open.repeat(n)}x${close.repeat(n)}` },
  { name: `${open} in a row`, build: (n) => `${open}x${close} `.repeat(n) },
]);

describe("a hostile formula", () => {
  it("is typeset without an overflow where it is typeset", () => {
    for (const { name, build } of FORMULAS)
      for (const depth of [1, 20, 60, 100, 200, 400, 900, 3_000, 50_000]) {
        const tex = build(depth);
        if (!fitsTypesetter(tex)) continue;
        const options = { throwOnError: false, strict: "ignore", maxExpand: 500 } as const;
        expect(() => katex.renderToString(tex, options), `${name} × ${depth}`).not.toThrow();
      }
  });

  it("is typeset where it is only large", () => {
    const rows = Array.from({ length: 15 }, () => "\\alpha & \\frac{1}{\\beta_{ij}} & x^{2}");
    expect(fitsTypesetter(`\\begin{pmatrix} ${rows.join(" \\\\ ")} \\end{pmatrix}`)).toBe(true);
    expect(fitsTypesetter(`${"\\frac{1}{".repeat(900)}x${"}".repeat(900)}`)).toBe(false);
  });
});

describe("hostile code and diagrams", () => {
  it("is coloured at a cost that is bounded, in every language", async () => {
    for (const language of ["javascript", "python", "html", "markdown", "bash"])
      for (const open of ["[", "{", "(", "<a ", "'", "\\", " ", "/*", "#", "- "]) {
        const line = open.repeat(5_000);
        const lines = `${open}\n`.repeat(30);
        for (const code of [line, lines]) {
          const { lines: coloured } = await highlightMore(code, language, null, false);
          expect(coloured.length, `${language} ${open}`).toBeGreaterThan(0);
        }
      }
  });

  it.each([
    `flowchart LR\n${"subgraph a\n".repeat(50)}`,
    `flowchart LR\nA[${"[".repeat(50)}`,
    `stateDiagram-v2\n${"state a {\n".repeat(50)}`,
    `mindmap\n${linesOf(50, (depth) => `${" ".repeat(depth)}a`)}`,
    `flowchart LR\n${"a-->".repeat(1_000)}b`,
    `pie\n${'"a": 1\n'.repeat(1_000)}`,
    `flowchart LR\n${"x".repeat(30_000)}`,
  ])("leaves a diagram that is too much as its source (%#)", (source) => {
    expect(fitsDrawing(source)).toBe(false);
  });

  it("draws an ordinary diagram", () => {
    expect(fitsDrawing("flowchart LR\n  subgraph one\n    A[Start] --> B{Is it?}\n  end")).toBe(
      true,
    );
  });
});
