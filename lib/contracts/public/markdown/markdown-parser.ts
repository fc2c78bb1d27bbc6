/** The Markdown of messages: GitHub's, with maths and footnotes. Server and browser read it with the same parser. */
import { Marked, type Token, type TokenizerAndRendererExtension } from "marked";
import { DETAILS } from "./details-tokens.ts";
import { FOOTNOTES } from "./footnote-tokens.ts";
import { formulaAt } from "./formulas.ts";
import { fitsPage, fitsParser } from "./markdown-bounds.ts";
import { cutsAt, paragraphLength } from "./paragraph-cut.ts";
import { chargeWork, withinWork } from "./reading-work.ts";
import { SPANS, toMath } from "./span-tokens.ts";

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
  /** Of a paragraph in a container, each line asks what follows. */
  lheading(source: string): false {
    paragraphLength(source);
    return false;
  },
  html: (source: string) => (ELEMENT_LINE.test(source) ? undefined : false),
} as const;

const OPENING = /^ {0,3}(?=\$\$|\\\[|\\begin\{)/;
const LINE_REST = /[ \t]*(?:\n+|$)/y;

/** Maths that stands as a block: `$$…$$`, `\[…\]` and `\begin{…}…\end{…}` on lines of their own. */
const MATHS: TokenizerAndRendererExtension = {
  name: "mathBlock",
  level: "block",
  start: cutsAt(/\n {0,3}(?:\$\$|\\\[|\\begin\{)/),
  tokenizer(source) {
    const at = OPENING.exec(source)?.[0].length;
    if (at === undefined) return undefined;
    // Within a paragraph: a fence or an empty line ends it.
    const formula = formulaAt(source, at, "", (tick) => codeSpanEnd(source, tick));
    if (!formula) return undefined;
    LINE_REST.lastIndex = formula.end;
    const rest = LINE_REST.exec(source)?.[0];
    if (rest === undefined) return undefined;
    return toMath(source.slice(0, formula.end + rest.length), formula.tex, true);
  },
};

function codeSpanEnd(source: string, at: number): number | null {
  const run = /^`+/.exec(source.slice(at, at + 200))?.[0] ?? "`";
  const close = source.indexOf(run, at + run.length);
  return close < 0 ? null : close + run.length;
}

const extensions = [MATHS, ...DETAILS, ...FOOTNOTES, ...SPANS];
const answerParser = new Marked({ gfm: true, breaks: false, extensions, tokenizer: TOKENIZER });
/** A line that a person ended stays a line. */
const saidParser = new Marked({ gfm: true, breaks: true, extensions, tokenizer: TOKENIZER });

/** @returns null for a text that is too deep, too large or too much work to be formatted. Never throws. */
export function readMarkdown(text: string, by: "assistant" | "person"): Token[] | null {
  if (!fitsParser(text)) return null;
  const tokens = withinWork(() => (by === "person" ? saidParser : answerParser).lexer(text));
  return tokens !== null && fitsPage(tokens) ? tokens : null;
}
