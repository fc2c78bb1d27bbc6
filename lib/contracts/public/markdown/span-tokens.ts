/** Emphasis, formulas and elements of a paragraph as tokens of the parser. Pure. */
import type { Token, TokenizerAndRendererExtension, TokenizerThis, Tokens } from "marked";
import { ELEMENTS, type ElementName, type InlineScan, scanInline } from "./inline-scan.ts";
import { labelWork } from "./label-work.ts";
import { chargeWork } from "./reading-work.ts";

export type MathToken = Tokens.Generic & {
  type: "math";
  tex: string;
  /** On a line of its own, and larger. */
  isDisplay: boolean;
};

export function toMath(raw: string, tex: string, isDisplay: boolean): MathToken {
  return { type: "math", raw, tex, isDisplay };
}

/** By the list into which the parser puts the tokens of one paragraph. */
const scans = new WeakMap<Token[], InlineScan>();

/** A character of a label that does not end costs as much as so many of other text. */
const LABEL_WORK = 2.5;
const BREAK = /^<br[ \t]*\/?>/i;
/** So many spaces are read at once. */
const GAP = " ".repeat(64);
const RUN = /^(?:\*+|_+|~+)/;

function scanOf({ lexer }: TokenizerThis, source: string, tokens: Token[]): InlineScan {
  const known = scans.get(tokens);
  if (known) return known;
  chargeWork(labelWork(source) * LABEL_WORK);
  const { links } = lexer.tokens;
  const isDefined = (label: string) =>
    Object.hasOwn(links, label.trim().toLowerCase().replace(/\s+/g, " "));
  const scan = scanInline(source, isDefined);
  scans.set(tokens, scan);
  return scan;
}

const spans: TokenizerAndRendererExtension = {
  name: "spans",
  level: "inline",
  // The parser stops at the other signs by itself.
  start: (source) => {
    const places = [source.indexOf("$"), source.indexOf(GAP)].filter((at) => at >= 0);
    return places.length > 0 ? Math.min(...places) : undefined;
  },
  tokenizer(source, tokens) {
    const scan = scanOf(this, source, tokens as Token[]);
    const at = scan.source.length - source.length;
    const sign = source[0];
    if (sign === "$" || sign === "\\") {
      const formula = scan.formulas.get(at);
      return formula && toMath(source.slice(0, formula.end - at), formula.tex, formula.isDisplay);
    }
    if (sign === "<") {
      const raw = BREAK.exec(source)?.[0];
      return raw === undefined ? elementToken(this, scan, at) : { type: "br", raw };
    }
    if (sign === " ") return gapToken(source);
    if (sign !== "*" && sign !== "_" && sign !== "~") return undefined;
    return emphasisToken(this, scan, at) ?? plainRun(source, scan, at);
  },
};

function elementToken({ lexer }: TokenizerThis, scan: InlineScan, at: number) {
  const element = scan.elements.get(at);
  if (!element) return undefined;
  const text = scan.source.slice(element.innerStart, element.innerEnd);
  const raw = scan.source.slice(at, element.end);
  return { type: element.name, raw, text, tokens: lexer.inlineTokens(text) };
}

function emphasisToken({ lexer }: TokenizerThis, scan: InlineScan, at: number) {
  const span = scan.emphasis.get(at);
  if (!span) return undefined;
  const raw = scan.source.slice(at, span.end);
  const text = raw.slice(span.width, -span.width);
  const type = span.sign === "~" ? "del" : span.width === 2 ? "strong" : "em";
  return { type, raw, text, tokens: lexer.inlineTokens(text) };
}

/** Signs that are no marks, up to those of the same run that are. */
function plainRun(source: string, scan: InlineScan, at: number) {
  const run = RUN.exec(source)?.[0].length ?? 1;
  let length = 1;
  while (length < run && !scan.emphasis.has(at + length)) length += 1;
  const raw = source.slice(0, length);
  return { type: "text", raw, text: raw, escaped: false };
}

/** The parser would look from each of its spaces for an end of the line. */
function gapToken(source: string) {
  const [raw = ""] = source.startsWith(GAP) ? (/^ +/.exec(source) ?? []) : [];
  if (raw === "" || /^\n(?!\s*$)/.test(source.slice(raw.length))) return undefined;
  return { type: "text", raw, text: raw, escaped: false };
}

export const SPANS = [spans];

/** Elements of HTML that a text may use, without attributes. */
export function isElement(token: Token): token is Tokens.Generic & { type: ElementName } {
  return (ELEMENTS as readonly string[]).includes(token.type);
}
