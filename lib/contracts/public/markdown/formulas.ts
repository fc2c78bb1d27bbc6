/** Where maths stands in a text: `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and `\begin{…}…\end{…}`. Pure. */
import { OPEN_FORMULA_MAX_CHARS } from "../../limits.ts";
import { chargeWork } from "./reading-work.ts";

export type Formula = { end: number; tex: string; isDisplay: boolean };

/** Environments of KaTeX that are maths by themselves. */
const ENVIRONMENT =
  /\\begin\{((?:align(?:at|ed|edat)?|gather(?:ed)?|equation|split|[bBpvV]?matrix|smallmatrix|[dr]?cases|d?array|CD)\*?)\}/y;
/** A formula is looked for at the cost of so many characters more than it has. */
const FORMULA_WORK = 64;
const CODE_TICKS = /`+/y;

/** @param codeEnd where the code span that begins at a place ends, or null where none does */
type CodeEnd = (at: number) => number | null;

/**
 * The formula that begins at a place of one paragraph. It holds no code span and no empty line.
 * @param before the letter before, "" at the start
 */
export function formulaAt(
  source: string,
  at: number,
  before: string,
  codeEnd: CodeEnd,
): Formula | null {
  if (source[at] === "$") {
    return source[at + 1] === "$"
      ? between(source, at, 2, "$$", codeEnd, true)
      : dollarFormula(source, at, before, codeEnd);
  }
  const next = source[at + 1];
  if (next === "(") return between(source, at, 2, "\\)", codeEnd, false);
  if (next === "[") return between(source, at, 2, "\\]", codeEnd, true);
  if (next === "b") return environmentAt(source, at, codeEnd);
  return null;
}

function between(
  source: string,
  at: number,
  width: number,
  closing: string,
  codeEnd: CodeEnd,
  isDisplay: boolean,
): Formula | null {
  const close = findOutsideCode(source, at + width, closing, codeEnd);
  if (close === null) return null;
  const tex = source.slice(at + width, close);
  if (closing === "$$" && tex.includes("$")) return null;
  return tex.trim() ? { end: close + closing.length, tex: tex.trim(), isDisplay } : null;
}

/** An environment with those of the same name inside it. */
function environmentAt(source: string, at: number, codeEnd: CodeEnd): Formula | null {
  ENVIRONMENT.lastIndex = at;
  const [opening, name] = ENVIRONMENT.exec(source) ?? [];
  if (opening === undefined || name === undefined) return null;
  const ending = `\\end{${name}}`;
  let close = findOutsideCode(source, at, ending, codeEnd);
  let from = at + opening.length;
  for (; close !== null; ) {
    const inner = source.indexOf(opening, from);
    if (inner < 0 || inner > close) {
      const end = close + ending.length;
      return { end, tex: source.slice(at, end), isDisplay: true };
    }
    from = inner + opening.length;
    close = findOutsideCode(source, close + ending.length, ending, codeEnd);
  }
  return null;
}

/** @returns null where a code span or an empty line comes first */
function findOutsideCode(
  source: string,
  from: number,
  closing: string,
  codeEnd: CodeEnd,
): number | null {
  const close = source.indexOf(closing, from);
  chargeWork((close < 0 ? source.length : close) - from + FORMULA_WORK);
  if (close < 0) return null;
  const inside = source.slice(from, close);
  if (/\n[ \t]*\n/.test(inside)) return null;
  const ticks = [...inside.matchAll(/`+/g)];
  return ticks.some(({ index }) => codeEnd(from + index) !== null) ? null : close;
}

/**
 * Pandoc's rule `tex_math_dollars`: the opening dollar touches what follows, the closing one what comes before, and no
 * digit follows it. The next dollar closes, or the first one is a dollar.
 */
function dollarFormula(
  source: string,
  at: number,
  before: string,
  codeEnd: CodeEnd,
): Formula | null {
  const place = nextDollar(source, at, codeEnd);
  if (place === null || source[place] !== "$" || /\s/.test(source[place - 1] ?? "")) return null;
  if (/[\d$]/.test(source[place + 1] ?? "")) return null;
  const tex = source.slice(at + 1, place);
  return isPrice(tex, before) ? null : { end: place + 1, tex: tex.trim(), isDisplay: false };
}

/** @returns the length of the source where none follows; null where what follows is no formula */
function nextDollar(source: string, at: number, codeEnd: CodeEnd): number | null {
  let place = at + 1;
  if (/^[\s$]$/.test(source[place] ?? "")) return null;
  for (; place < source.length; place += 1) {
    const sign = source[place];
    if (sign === "\\") place = afterCommand(source, place) - 1;
    else if (sign === "`") {
      if (codeEnd(place) !== null) return null;
      CODE_TICKS.lastIndex = place;
      place += (CODE_TICKS.exec(source)?.[0].length ?? 1) - 1;
    } else if (sign === "\n" && /^\n[ \t]*\n/.test(source.slice(place, place + 20))) return null;
    else if (sign === "$") break;
  }
  chargeWork(place - at);
  return Math.min(place, source.length);
}

const WORDS_OPEN = /\\(?:text|mbox|hbox|textrm|textbf|textit)\{/y;
const WORDS = /\{(?:[^{}\n]|\{[^{}\n]{0,200}\}){0,200}\}/y;

/** Behind a command; of one with words in braces, which may hold dollars, behind the words, or the end of the text. */
function afterCommand(source: string, at: number): number {
  WORDS_OPEN.lastIndex = at;
  const opening = WORDS_OPEN.exec(source)?.[0];
  if (opening === undefined) return at + 2;
  WORDS.lastIndex = at + opening.length - 1;
  const words = WORDS.exec(source)?.[0];
  return words === undefined ? source.length : at + opening.length - 1 + words.length;
}

const TEX_SIGN = /[\\^_{}=]/;
const PROSE = /(?:^|[\s(,;])[\p{L}]{2,}(?=[\s),;.:!?]|$)/u;
const CURRENCY_AT_END = /(?:^|[\s(/–—-])(?:US|CA|AU|NZ|HK|SG|MX|TW|[ARSC])$/;

/** "$5 (was 10$)", "5$-10$", "from US$5 to R$": two amounts in a sentence, and no formula between them. */
function isPrice(tex: string, before: string): boolean {
  if (/^\d[\d.,]*\s?[-–—/]$/.test(tex)) return true;
  if (TEX_SIGN.test(tex)) return false;
  const startsAsAmount = /^\d/.test(tex);
  if (startsAsAmount && (PROSE.test(tex) || CURRENCY_AT_END.test(tex))) return true;
  return /\d/.test(before) && /^[-–—/,;:.)]/.test(tex);
}

const ENVIRONMENT_BEGINS = /\\(?:b|be|beg|begi|begin|begin\{[a-zA-Z]*\*?)$/;
const AMOUNT = /^(?:\d[\d.,]*)?$/;
const FORMULA_BEGINS = /^(?:\D|\d[\d.,]*[a-zA-Z]?$|.*[\\^_{=])/;
const PLAIN_WORD = /(?:^|[\s(])[A-Za-z_]{3,}(?=[\s,.;:!?)])/;

/**
 * Whether a formula began at a place of a text that still grows. A dollar is believed until a word of prose follows it:
 * most are prices.
 */
export function opensFormula(source: string, at: number, codeEnd: CodeEnd): boolean {
  const rest = source.slice(at + 1);
  if (source[at] === "\\") {
    if (ENVIRONMENT_BEGINS.test(source.slice(at, at + 40))) return true;
    ENVIRONMENT.lastIndex = at;
    return /^[([]/.test(rest) || ENVIRONMENT.test(source);
  }
  if (rest.startsWith("$")) return true;
  if (nextDollar(source, at, codeEnd) !== source.length || rest.length > OPEN_FORMULA_MAX_CHARS)
    return false;
  if (AMOUNT.test(rest)) return true;
  return FORMULA_BEGINS.test(rest) && !PLAIN_WORD.test(rest.replace(/\{[^{}]*\}?/g, ""));
}
