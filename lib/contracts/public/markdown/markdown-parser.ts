/** The Markdown of messages: GitHub's, with maths and footnotes. Server and browser read it with the same parser. */
import { Marked, type Token } from "marked";
import { MARKDOWN_WORK_MAX_CHARS } from "../../limits.ts";
import { FOOTNOTES } from "./footnote-tokens.ts";
import { fitsPage, fitsParser } from "./markdown-bounds.ts";
import { MATHS } from "./math-tokens.ts";

// The work of one reading is counted, and the reading ends where it becomes too much.

/** What follows a block is looked at with fast searches only. */
const BLOCK_SHARE = 64;

/** Thrown through the parser, and caught where the reading began. */
class TooMuchWork extends Error {}

/** Reading is synchronous, so that one count serves all. */
let left = Number.POSITIVE_INFINITY;

/** @throws TooMuchWork where the reading under way has no work left */
function chargeWork(chars: number): void {
  left -= chars;
  if (left < 0) throw new TooMuchWork();
}

/** Hooks of the parser: they charge for each piece, and leave its reading to the parser. */
const CHARGING = {
  escape(source: string): false {
    chargeWork(source.length);
    return false;
  },
  space(source: string): false {
    chargeWork(source.length / BLOCK_SHARE);
    return false;
  },
} as const;

/**
 * Never throws: whatever a text makes the parser do, it is a text that can be shown as it is.
 * @returns null where the reading took too much work, or overflowed
 */
function withinWork<Result>(read: () => Result): Result | null {
  left = MARKDOWN_WORK_MAX_CHARS;
  try {
    return read();
  } catch {
    return null;
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

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
