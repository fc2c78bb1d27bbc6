/** Where a text contains what was looked for, as ranges of UTF-16 units. Pure. */
import { endOfUnit, type FoldedText, foldText, foldWithPlaces } from "./fold-text.ts";
import { parseSearchQuery, sourceOf } from "./search-query.ts";

/** From where to where, the end not included. */
export type TextRange = readonly [number, number];

/** The ranges of all terms of a search, in order and without overlap. */
export function findRanges(said: string, query: string): TextRange[] {
  if (query !== last.query) last = { query, source: sourceOfAll(query) };
  return last.source === "" ? [] : matchAll(foldWithPlaces(said), last.source);
}

/** A cache: many texts are looked through for the same words. */
let last = { query: "", source: "" };

function sourceOfAll(query: string): string {
  return parseSearchQuery(query)
    .map(({ source }) => source)
    .join("|");
}

/** The ranges of one text as it stands, also inside of words. */
export function findLiteral(said: string, wanted: string): TextRange[] {
  const folded = foldText(wanted).trim();
  return folded === "" ? [] : matchAll(foldWithPlaces(said), sourceOf(folded));
}

function matchAll({ folded, starts }: FoldedText, source: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { 0: match, index } of folded.matchAll(new RegExp(source, "gu"))) {
    const from = starts[index] ?? 0;
    const to = endOfUnit(starts, index + match.length - 1);
    // Half of a character that folds to two, such as "ﬁ", may begin where the one before ended.
    if (to > (ranges.at(-1)?.[1] ?? 0)) ranges.push([Math.max(from, ranges.at(-1)?.[1] ?? 0), to]);
  }
  return ranges;
}
