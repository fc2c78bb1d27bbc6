/** The part of a text around its first hit, on one line, with the places of the hits in it. Pure. */
import { EXCERPT_LEAD_CHARS, EXCERPT_MAX_CHARS } from "../../limits.ts";
import { findRanges, type TextRange } from "./find-ranges.ts";

const CUT = "…";

/** Signs of Markdown that only say how a text looks. */
const SIGNS = /\*\*|`+|^#{1,6} |^> /gmu;

const onOneLine = (said: string) => said.replaceAll(/\s+/gu, " ").trim();

export function cutExcerpt(said: string, query: string): { excerpt: string; ranges: TextRange[] } {
  const plain = onOneLine(said.replaceAll(SIGNS, ""));
  const isPlain = findRanges(plain, query).length > 0;
  const line = isPlain ? plain : onOneLine(said);
  const [first] = findRanges(line, query);
  const from = startOf(line, first?.[0] ?? 0);
  const to = Math.min(line.length, from + EXCERPT_MAX_CHARS);
  const end = isInside(line, to) ? to - 1 : to;
  const excerpt = `${from > 0 ? CUT : ""}${line.slice(from, end)}${end < line.length ? CUT : ""}`;
  return { excerpt, ranges: findRanges(excerpt, query) };
}

/** Near the hit, at the beginning of a word if there is one. */
function startOf(line: string, hit: number): number {
  if (hit <= EXCERPT_LEAD_CHARS) return 0;
  const near = hit - EXCERPT_LEAD_CHARS;
  const space = line.indexOf(" ", near);
  if (space !== -1 && space < hit) return space + 1;
  return isInside(line, near) ? near + 1 : near;
}

/** Whether a cut here would divide a surrogate pair. */
function isInside(line: string, place: number): boolean {
  const before = line.charCodeAt(place - 1);
  return before >= 0xd800 && before <= 0xdbff && place < line.length;
}
