/** The Markdown of messages: GitHub's, with maths and footnotes. Server and browser read it with the same parser. */
import { Marked, type Token } from "marked";
import { DETAILS } from "./details-tokens.ts";
import { FOOTNOTES } from "./footnote-tokens.ts";
import { fitsPage, fitsParser } from "./markdown-bounds.ts";
import { MATHS } from "./math-tokens.ts";
import { chargeWork, withinWork } from "./reading-work.ts";
import { SPANS } from "./span-tokens.ts";

/** What follows a block is looked at with fast searches only. */
const BLOCK_SHARE = 64;

/** A line that begins with an element that is drawn is text, and no block of HTML. */
const ELEMENT_LINE = /^ {0,3}<\/?(?:br|sub|sup|kbd|u|mark)[ \t]*\/?>/i;

/** Tokenizers of the parser: they charge for each piece, and leave its reading to the parser but for what is ours. */
const TOKENIZER = {
  escape(source: string): false {
    chargeWork(source.length);
    return false;
  },
  space(source: string): false {
    chargeWork(source.length / BLOCK_SHARE);
    return false;
  },
  html: (source: string) => (ELEMENT_LINE.test(source) ? undefined : false),
  // Emphasis is read by `SPANS`.
  emStrong: () => undefined,
  del: () => undefined,
} as const;

const extensions = [...MATHS, ...DETAILS, ...FOOTNOTES, ...SPANS];
const answerParser = new Marked({ gfm: true, breaks: false, extensions, tokenizer: TOKENIZER });
/** A line that a person ended stays a line. */
const saidParser = new Marked({ gfm: true, breaks: true, extensions, tokenizer: TOKENIZER });

/** @returns null for a text that is too deep, too large or too much work to be formatted. Never throws. */
export function readMarkdown(text: string, by: "assistant" | "person"): Token[] | null {
  if (!fitsParser(text)) return null;
  const tokens = withinWork(() => (by === "person" ? saidParser : answerParser).lexer(text));
  return tokens !== null && fitsPage(tokens) ? tokens : null;
}
