/** CommonMark's own examples, read by our parser and written as HTML by its library. */
import { createRequire } from "node:module";
import { Marked, type Token, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import { decodeEntities } from "./entities.ts";
import { readMarkdown } from "./markdown-parser.ts";

type Example = { markdown: string; html: string; section: string; number: number };
// The package has no types.
const require = createRequire(import.meta.url);
const spec: { tests: Example[] } = require("commonmark-spec");

const MATHS = "\\[ and \\] hold maths";
const LINKED = "GitHub's extension: an address is a link";
/** Examples that we read otherwise. One that passes must leave the list. */
const DEVIATIONS: Readonly<Record<number, string>> = {
  12: MATHS,
  602: LINKED,
  608: LINKED,
  611: LINKED,
  612: LINKED,
};

/** Tokens that the library cannot write. */
const OURS = ["math", "details", "footnote", "footnoteRef", "sub", "sup", "kbd", "u", "mark"];
const writer = new Marked({ gfm: true });
writer.use({ extensions: OURS.map((name) => ({ name, renderer: ({ type }) => `<${type}>` })) });

/** Character references are decoded where a text is drawn (components/ui/markdown). */
function decoded(token: Token): void {
  const one = token as Tokens.Generic;
  if (one.type === "text" && !one.tokens) one.text = decodeEntities(one.raw);
  if (one.href) one.href = decodeEntities(one.href);
  if (one.title) one.title = decodeEntities(one.title);
  if (one.lang) one.lang = decodeEntities(one.lang);
}

function written(markdown: string): string {
  const tokens = readMarkdown(markdown, "assistant");
  if (tokens === null) throw new Error("not read");
  writer.walkTokens(tokens, decoded);
  return writer.parser(tokens);
}

/** Without what a browser does not show: spaces at the ends of lines and elements, and ways to write a sign. */
const plain = (html: string) =>
  html
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&(?!amp;|lt;|gt;)/g, "&amp;")
    .replace(/<(\w+)([^>]*?)\s*\/>/g, "<$1$2>")
    .replace(/[ \t]*\n\s*/g, "\n")
    .replace(/(<(?:p|li|tr|table|blockquote)>)\s+/g, "$1")
    .replace(/\s+(<\/(?:p|li)>)/g, "$1")
    .replace(/>\s*\n\s*/g, ">")
    .replace(/\n+</g, "<")
    .trim();

describe("CommonMark", () => {
  it.each(spec.tests)("$number, $section", ({ markdown, html, number }) => {
    const tabbed = (text: string) => text.replaceAll("→", "\t");
    const isRead = plain(written(tabbed(markdown))) === plain(tabbed(html));
    if (number in DEVIATIONS) return expect(isRead, "passes now").toBe(false);
    if (!isRead) expect(plain(written(tabbed(markdown)))).toBe(plain(tabbed(html)));
    expect(isRead).toBe(true);
  });
});
