/**
 * Which runs of `*`, `_` and `~~` open and close, and which belong together: CommonMark's rules (0.31, "Emphasis and
 * strong emphasis"), with the amendment for Chinese, Japanese and Korean of markdown-cjk-friendly. Pure.
 */

import { chargeWork } from "./reading-work.ts";

type Delimiter = "*" | "_" | "~";
export type DelimiterRun = { at: number; length: number; sign: Delimiter };
/** From the first sign of the opening to behind the last one of the closing. */
export type EmphasisSpan = { end: number; width: 1 | 2; sign: Delimiter };

/** A run, and a pair, cost as much as so many characters. */
const MATCH_WORK = 128;

const SPACE = /^[\s\u200b]?$/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const CJK =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Yiii}\u3000-\u303f\u3200-\u33ff\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uffee]/u;

type Side = { isSpace: boolean; isPunctuation: boolean; isCjk: boolean };
type OpenRun = DelimiterRun & {
  /** Signs left of the run, and those of its left end that are taken. */
  left: number;
  taken: number;
  canOpen: boolean;
  canClose: boolean;
  isInCjk: boolean;
};

export type Matched = {
  /** By the place of their first sign. */
  spans: ReadonlyMap<number, EmphasisSpan>;
  /** What opens something that no run closes. */
  unclosed: readonly { at: number; closing: string }[];
};

/** @param runs in the order of the source */
export function matchRuns(source: string, runs: readonly DelimiterRun[]): Matched {
  chargeWork(runs.length * MATCH_WORK);
  const spans = new Map<number, EmphasisSpan>();
  const open: OpenRun[] = [];
  /** Below this place of `open`, nothing suits a closing run of that kind. */
  const floors = new Map<string, number>();
  for (const run of runs.map((one) => readRun(source, one))) {
    if (run.canClose) close(run, open, floors, spans);
    if (run.canOpen && run.left > 0) open.push(run);
  }
  return { spans, unclosed: open.filter(isMeant).map(toUnclosed) };
}

/** Within a word of an alphabet, one star may be a product. */
function isMeant({ left, length, canClose, isInCjk }: OpenRun): boolean {
  return left <= 3 && (!canClose || length > 1 || isInCjk);
}

function toUnclosed({ at, left, sign }: OpenRun) {
  return { at, closing: sign.repeat(left) };
}

function close(
  run: OpenRun,
  open: OpenRun[],
  floors: Map<string, number>,
  spans: Map<number, EmphasisSpan>,
): void {
  while (run.left > 0) {
    chargeWork(MATCH_WORK);
    const kind = `${run.sign}${run.canOpen}${run.length % 3}${run.sign === "~" ? run.length : ""}`;
    const floor = Math.min(floors.get(kind) ?? 0, open.length);
    let place = open.length - 1;
    while (place >= floor && !suits(open[place], run)) place -= 1;
    const opening = open[place];
    if (place < floor || opening === undefined) {
      floors.set(kind, open.length);
      return;
    }
    const width = opening.left >= 2 && run.left >= 2 ? 2 : 1;
    const at = opening.at + opening.left - width;
    spans.set(at, { end: run.at + run.taken + width, width, sign: run.sign });
    opening.left -= width;
    run.left -= width;
    run.taken += width;
    open.length = opening.left > 0 ? place + 1 : place;
    // What was open above is gone: nothing is known of the places that come anew.
    for (const [name, known] of floors) floors.set(name, Math.min(known, open.length));
  }
}

/** Rules 9 and 10: of two runs that could do both, the lengths must not add up to a multiple of three. */
function suits(opening: OpenRun | undefined, closing: OpenRun): boolean {
  if (opening?.sign !== closing.sign) return false;
  if (closing.sign === "~") return opening.length === closing.length;
  if (!opening.canClose && !closing.canOpen) return true;
  return (
    (opening.length + closing.length) % 3 !== 0 ||
    (opening.length % 3 === 0 && closing.length % 3 === 0)
  );
}

function readRun(source: string, run: DelimiterRun): OpenRun {
  const before = sideOf(letterBefore(source, run.at));
  const after = sideOf(letterAfter(source, run.at + run.length));
  const isLeft = flanks(after, before);
  const isRight = flanks(before, after);
  const isUnderscore = run.sign === "_";
  return {
    ...run,
    left: run.length,
    taken: 0,
    isInCjk: before.isCjk || after.isCjk,
    canOpen: isLeft && (!isUnderscore || !isRight || before.isPunctuation),
    canClose: isRight && (!isUnderscore || !isLeft || after.isPunctuation),
  };
}

/**
 * Punctuation of these scripts stands between words without spaces, so it counts as a letter; and beside a letter of
 * theirs, any punctuation may begin or end what is emphasised.
 */
function flanks(inner: Side, outer: Side): boolean {
  if (inner.isSpace) return false;
  if (!inner.isPunctuation || inner.isCjk) return true;
  return outer.isSpace || outer.isPunctuation || outer.isCjk;
}

function sideOf(letter: string): Side {
  return {
    isSpace: SPACE.test(letter),
    isPunctuation: PUNCTUATION.test(letter),
    isCjk: CJK.test(letter),
  };
}

/** Of a letter with a variation selector, the letter. */
function letterBefore(source: string, at: number): string {
  return (
    [...source.slice(Math.max(0, at - 4), at)]
      .filter((letter) => !/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u.test(letter))
      .at(-1) ?? ""
  );
}

function letterAfter(source: string, at: number): string {
  const code = source.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}
