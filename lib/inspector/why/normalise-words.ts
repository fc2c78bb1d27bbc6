/** Normalises texts for the word search: as every search folds them, and space, Markdown marks, separators in numbers. */
import "server-only";
import type { Excerpt } from "../../contracts/inspector/run/call-inspection.ts";
import { isExactNumber, parseAsWritten } from "../../contracts/json/exact-numbers.ts";
import { endOfUnit, foldWithPlaces } from "../../contracts/public/search/fold-text.ts";
import { WHY_AROUND_CHARS, WHY_DEPTH_MAX } from "../limits.ts";

export type Normalised = {
  text: string;
  /** Where the character of each UTF-16 unit of `text` begins in the original. */
  at: readonly number[];
  /** Where it ends. */
  ends: readonly number[];
};

/** `1,234,567` becomes `1234567`; only between a digit and a group of three. */
const GROUPED = /(?<=\d)[,_'’\u00a0\u2009\u202f ](?=\d{3}(?!\d))/gu;
const SPACE = /\s/u;
const MARKDOWN = /[*`]/u;

export function normalise(original: string): Normalised {
  const dropped = new Set<number>();
  for (const { index } of original.matchAll(GROUPED)) dropped.add(index);
  let text = "";
  const at: number[] = [];
  const ends: number[] = [];
  const { folded, starts } = foldWithPlaces(original);
  for (let place = 0; place < folded.length; place += 1) {
    const unit = folded.charAt(place);
    const index = starts[place] ?? 0;
    if (dropped.has(index) || MARKDOWN.test(unit)) continue;
    const isSpace = SPACE.test(unit);
    if (isSpace && (text === "" || text.endsWith(" "))) continue;
    text += isSpace ? " " : unit;
    at.push(index);
    ends.push(endOfUnit(starts, place));
  }
  return { text, at, ends };
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Places in `hay` where `needle` stands as whole words: from and to, in the original. */
export function findWords(
  { text, at, ends }: Normalised,
  needle: string,
): { from: number; to: number }[] {
  const wanted = needle.trim();
  if (wanted === "") return [];
  const places: { from: number; to: number }[] = [];
  for (let index = text.indexOf(wanted); index !== -1; index = text.indexOf(wanted, index + 1)) {
    const end = index + wanted.length;
    const cutsBefore = isWithinWord(text, index);
    if (!cutsBefore && !isWithinWord(text, end)) {
      places.push({ from: at[index] ?? 0, to: ends[end - 1] ?? 0 });
    }
  }
  return places;
}

/** True where a boundary falls between two letters or digits. */
function isWithinWord(text: string, boundary: number): boolean {
  return WORD.test(text.charAt(boundary - 1)) && WORD.test(text.charAt(boundary));
}

type Match = {
  role: string | null;
  hopRef: string | null;
  matches: number;
  excerpt: Excerpt;
};

/**
 * Searches passages for words and cuts excerpts.
 * @param needle normalised
 * @returns the first passage that contains it, and the number of matches in all
 */
export function searchPassages(passages: readonly Passage[], needle: string): Match | null {
  let first: Match | null = null;
  for (const { role, hopRef, texts } of passages) {
    for (const text of texts) {
      const places = findWords(normalise(text), needle);
      const [place] = places;
      if (!place) continue;
      first ??= { role, hopRef, matches: 0, excerpt: cutAround(text, place) };
      first.matches += places.length;
      // The same words again inside the passage's JSON are not a further match.
      break;
    }
  }
  return first;
}

function cutAround(text: string, { from, to }: { from: number; to: number }): Excerpt {
  const begin = Math.max(0, from - WHY_AROUND_CHARS);
  const end = Math.min(text.length, to + WHY_AROUND_CHARS);
  return {
    before: `${begin > 0 ? "…" : ""}${text.slice(begin, from)}`.toWellFormed(),
    match: text.slice(from, to).toWellFormed(),
    after: `${text.slice(to, end)}${end < text.length ? "…" : ""}`.toWellFormed(),
  };
}

// Lists the texts inside messages, tools and deltas, each with its author.

type Passage = { role: string | null; hopRef: string | null; texts: readonly string[] };

/** @param hops the hop in which each message was written, where that is known */
export function passagesOf(content: readonly unknown[], hops: readonly string[]): Passage[] {
  return content.map((message, index) => {
    const { role, content: text, tool_calls: calls } = Object(message) as Record<string, unknown>;
    const hopRef = hops[index] ?? null;
    if (typeof role !== "string") return { role: null, hopRef, texts: leavesOf(message) };
    return { role, hopRef, texts: [...textsOf(text), ...leavesOf(calls).flatMap(textsOf)] };
  });
}

/** A text as it is and, where it is JSON, the texts inside it, because a search also means escaped text. */
export function textsOf(value: unknown): string[] {
  if (typeof value !== "string") return leavesOf(value);
  if (!/^\s*[[{"]/.test(value)) return [value];
  return [value, ...leavesOf(parseAsWritten(value))];
}

/** Every text and number inside a value; numbers as they were written. */
export function leavesOf(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value === "number") return [String(value)];
  if (isExactNumber(value)) return [value.rawJSON];
  if (typeof value !== "object" || value === null || depth > WHY_DEPTH_MAX) return [];
  return Object.values(value).flatMap((item) => leavesOf(item, depth + 1));
}
