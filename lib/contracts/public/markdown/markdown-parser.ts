/** The Markdown of messages: GitHub's, with maths and footnotes. Server and browser read it with the same parser. */
import { Marked, type Token } from "marked";
import { FOOTNOTES } from "./footnote-tokens.ts";
import { fitsPage, fitsParser } from "./markdown-bounds.ts";
import { MATHS } from "./math-tokens.ts";
import { CHARGING, withinWork } from "./parse-work.ts";

const extensions = [...MATHS, ...FOOTNOTES];
const answerParser = new Marked({ gfm: true, breaks: false, extensions, tokenizer: CHARGING });
/** A line that a person ended stays a line. */
const saidParser = new Marked({ gfm: true, breaks: true, extensions, tokenizer: CHARGING });

/** @returns null for a text that is too deep, too large or too much work to be formatted. Never throws. */
export function readMarkdown(text: string, by: "assistant" | "person"): Token[] | null {
  if (!fitsParser(text)) return null;
  const tokens = withinWork(() => (by === "person" ? saidParser : answerParser).lexer(text));
  return tokens !== null && fitsPage(tokens) ? tokens : null;
}
