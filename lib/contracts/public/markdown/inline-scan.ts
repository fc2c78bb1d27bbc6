/**
 * One look over the text of a paragraph: its emphasis, its formulas and the few elements of HTML that are drawn. What
 * stands in code, links, addresses and formulas is no mark. Pure.
 */
import { type DelimiterRun, type EmphasisSpan, matchRuns } from "./flanking.ts";
import { type Formula, formulaAt, opensFormula } from "./formulas.ts";
import { chargeWork } from "./reading-work.ts";

export const ELEMENTS = ["sub", "sup", "kbd", "u", "mark"] as const;
export type ElementName = (typeof ELEMENTS)[number];
type ElementSpan = { name: ElementName; innerStart: number; innerEnd: number; end: number };

export type InlineScan = {
  source: string;
  emphasis: ReadonlyMap<number, EmphasisSpan>;
  formulas: ReadonlyMap<number, Formula>;
  elements: ReadonlyMap<number, ElementSpan>;
  /** What an end of the text would close, in the order in which it opened. */
  unclosed: readonly Unclosed[];
  /** Where a formula begins that has not ended, or null. */
  openFormula: number | null;
};

type Unclosed = { at: number; closing: string };

const ELEMENT = /<(\/?)(sub|sup|kbd|u|mark)>/iy;
const IN_ANGLES =
  /<(?:[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,255}|\/?[a-zA-Z][\w-]*(?:\s[^<>]*)?\/?)>/y;
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<]*/iy;
/** What ends a sentence or a mark is no part of an address. */
const ADDRESS_TAIL = /[?!.,:;*_~'")]+$/;
const LINK_TAIL =
  /\]\([ \t\n]*(?:<[^<>\n]*>|(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*)(?:[ \t\n]+(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)))?[ \t\n]*\)/y;
const REFERENCE_TAIL = /\]\[((?:[^[\]\\]|\\.){0,999})\]/y;
const RUN = /\*+|_+|~+/y;
/** What stands at a sign costs as much as so many characters. */
const SIGN_WORK = 16;
const TICKS_WORK = 64;
const SIGNS = /[\\`<>[\]$*_~hHwW]/g;

/**
 * @param isDefined whether a label has a definition of its link
 * @param isGrowing more text will come: a code span that is open reaches to the end
 */
export function scanInline(
  source: string,
  isDefined: (label: string) => boolean,
  isGrowing = false,
): InlineScan {
  chargeWork(source.length);
  const runs: DelimiterRun[] = [];
  const formulas = new Map<number, Formula>();
  const tags: Tag[] = [];
  const brackets: number[] = [];
  const closedCodeEnd = codeSpansOf(source);
  const codeEnd = (at: number) => closedCodeEnd(at) ?? (isGrowing ? source.length : null);
  const mayEnd = formulaEndsOf(source);
  let openCode: Unclosed | null = null;
  let openFormula: number | null = null;
  for (let at = nextSign(source, 0); at >= 0; ) {
    chargeWork(SIGN_WORK);
    const sign = source[at] ?? "";
    const end = (() => {
      if (sign === "`") {
        const width = lengthOf(/`+/y, source, at);
        if (closedCodeEnd(at) === null) openCode ??= { at, closing: "`".repeat(width) };
        return codeEnd(at) ?? at + width;
      }
      if (sign === "\\" || sign === "$") {
        const formula = mayEnd(at) ? formulaAt(source, at, source[at - 1] ?? "", codeEnd) : null;
        if (formula) formulas.set(at, formula);
        else if (openFormula === null && opensFormula(source, at, codeEnd)) openFormula = at;
        return formula?.end ?? at + (sign === "\\" || source[at + 1] === "$" ? 2 : 1);
      }
      if (sign === "<") return readAngle(source, at, tags);
      if (sign === "[") brackets.push(at);
      if (sign === "]") return closeBracket(source, at, { brackets, runs, tags, isDefined });
      if (/[hw]/i.test(sign)) return readAddress(source, at);
      const length = lengthOf(RUN, source, at);
      if (sign === "*" || sign === "_" || (sign === "~" && length === 2))
        runs.push({ at, length, sign: sign as DelimiterRun["sign"] });
      return at + Math.max(1, length);
    })();
    at = nextSign(source, end);
  }
  const { spans, unclosed } = matchRuns(source, runs);
  const { elements, open } = pairTags(tags);
  const all = [...unclosed, ...open, ...(openCode ? [openCode] : [])];
  return {
    source,
    emphasis: spans,
    formulas,
    elements,
    unclosed: all.toSorted((one, other) => one.at - other.at),
    openFormula,
  };
}

/** Where no end follows, none is looked for again from each beginning. */
function formulaEndsOf(source: string): (at: number) => boolean {
  const last: Readonly<Record<string, number>> = {
    "\\(": source.lastIndexOf("\\)"),
    "\\[": source.lastIndexOf("\\]"),
    "\\b": source.lastIndexOf("\\end{"),
    $$: source.lastIndexOf("$$"),
  };
  return (at) => at < (last[source.slice(at, at + 2)] ?? source.length);
}

function nextSign(source: string, from: number): number {
  SIGNS.lastIndex = from;
  return SIGNS.exec(source)?.index ?? -1;
}

function lengthOf(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0].length ?? 0;
}

/** Each run of ticks is looked up among those of its length, so that no search begins twice. */
function codeSpansOf(source: string): (at: number) => number | null {
  const places = new Map<number, number[]>();
  const lengths = new Map<number, number>();
  for (const { 0: run, index } of source.matchAll(/`+/g)) {
    chargeWork(TICKS_WORK);
    const known = places.get(run.length);
    if (known) known.push(index);
    else places.set(run.length, [index]);
    lengths.set(index, run.length);
  }
  const nexts = new Map<number, number>();
  for (const [length, found] of places)
    for (const [place, index] of found.entries()) {
      const next = found[place + 1];
      if (next !== undefined) nexts.set(index, next + length);
    }
  // Behind a backslash, a tick is the rest of its run.
  return (at) => {
    if (lengths.has(at)) return nexts.get(at) ?? null;
    const length = lengthOf(/`+/y, source, at);
    const next = places.get(length)?.find((index) => index > at);
    return next === undefined ? null : next + length;
  };
}

type Tag = { at: number; end: number; name: ElementName; isClosing: boolean };

function readAngle(source: string, at: number, tags: Tag[]): number {
  ELEMENT.lastIndex = at;
  const [tag, slash, name] = ELEMENT.exec(source) ?? [];
  if (tag !== undefined && name !== undefined) {
    const end = at + tag.length;
    tags.push({ at, end, name: name.toLowerCase() as ElementName, isClosing: slash === "/" });
    return end;
  }
  return at + Math.max(1, lengthOf(IN_ANGLES, source, at));
}

function readAddress(source: string, at: number): number {
  if (/[\p{L}\p{N}]/u.test(source[at - 1] ?? "")) return at + 1;
  ADDRESS.lastIndex = at;
  const address = ADDRESS.exec(source)?.[0].replace(ADDRESS_TAIL, "") ?? "";
  return at + Math.max(1, address.length);
}

type Brackets = {
  brackets: number[];
  runs: DelimiterRun[];
  tags: Tag[];
  isDefined: (label: string) => boolean;
};

/** Marks do not reach into a link: those that were found in its text are its own. */
function closeBracket(source: string, at: number, found: Brackets): number {
  const open = found.brackets.pop();
  if (open === undefined || open < 0) return at + 1;
  let length = lengthOf(LINK_TAIL, source, at);
  if (length === 0) {
    REFERENCE_TAIL.lastIndex = at;
    const [tail, label] = REFERENCE_TAIL.exec(source) ?? [];
    const own = source.slice(open + 1, Math.min(at, open + 1_000));
    if (tail !== undefined && found.isDefined(label || own)) length = tail.length;
    else if (found.isDefined(own)) length = 1;
  }
  if (length === 0) return at + 1;
  dropFrom(found.runs, open);
  dropFrom(found.tags, open);
  if (source[open - 1] !== "!") closeOuterLinks(source, found.brackets);
  return at + length;
}

/** A link stands in no other link; it may stand in the name of a picture. */
function closeOuterLinks(source: string, brackets: number[]): void {
  chargeWork(brackets.length);
  for (const [place, open] of brackets.entries())
    if (source[open - 1] !== "!") brackets[place] = -1;
}

function dropFrom(list: { at: number }[], open: number): void {
  while ((list.at(-1)?.at ?? -1) >= open) list.pop();
}

function pairTags(tags: readonly Tag[]): {
  elements: ReadonlyMap<number, ElementSpan>;
  open: readonly Unclosed[];
} {
  const spans = new Map<number, ElementSpan>();
  const open: Tag[] = [];
  const counts = new Map<ElementName, number>();
  for (const tag of tags) {
    const count = counts.get(tag.name) ?? 0;
    if (!tag.isClosing) {
      open.push(tag);
      counts.set(tag.name, count + 1);
    } else if (count > 0) {
      for (let opening = open.pop(); opening; opening = open.pop()) {
        counts.set(opening.name, (counts.get(opening.name) ?? 1) - 1);
        if (opening.name !== tag.name) continue;
        const { at, end: innerStart, name } = opening;
        spans.set(at, { name, innerStart, innerEnd: tag.at, end: tag.end });
        break;
      }
    }
  }
  return {
    elements: spans,
    open: open.map(({ at, name }) => ({ at, closing: `</${name}>` })),
  };
}
