/**
 * Which stretches of a message the person pasted. They are no words of the person's own, so nothing that they ask for counts as
 * the person's wish. Whoever says where they stand can only add some: what is unclear counts as pasted. Pure.
 */
import { PASTED_PART_MIN_CHARS, PASTED_PARTS_MAX } from "../../limits.ts";
import type { Origin } from "../../model/origin.ts";

/** Where a stretch begins and where it ends, in UTF-16 units. */
type Stretch = readonly [start: number, end: number];

/** In order, and apart from each other. */
export type Pasted = readonly Stretch[];

const NOTHING_PASTED: Pasted = [];

/**
 * @param given what a browser sent, or a column holds
 * @param sent the text that it belongs to, where `text` is a cleaned form of it
 * @returns none where nothing is given; all of the text where it does not fit
 */
export function readPasted(text: string, given: unknown, sent = text): Pasted {
  if (given === null || given === undefined) return NOTHING_PASTED;
  if (!Array.isArray(given) || given.length > PASTED_PARTS_MAX) return wholeOf(text);
  if (given.length > 0 && sent.length !== text.length) return wholeOf(text);
  let last = 0;
  const places: Stretch[] = [];
  for (const place of given as readonly unknown[]) {
    const [start, end, ...more] = Array.isArray(place) ? (place as readonly unknown[]) : [];
    const fits = isPlace(start) && isPlace(end) && more.length === 0;
    if (!fits || start < last || end <= start || end > text.length) return wholeOf(text);
    places.push([start, end]);
    last = end;
  }
  return places;
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function wholeOf(text: string): Pasted {
  return text === "" ? NOTHING_PASTED : [[0, text.length]];
}

/** What stands between two pieces, so that they make no text that nobody wrote. */
const GAP = "\n[…]\n";

/** The text without what was pasted. */
export function ownWords(text: string, pasted: Pasted): string {
  const ends = [0, ...pasted.map(([, end]) => end)];
  const pieces = ends.map((from, index) => text.slice(from, pasted[index]?.[0]));
  return pieces.filter((piece) => piece.trim() !== "").join(GAP);
}

export function textsOf(text: string, pasted: Pasted): string[] {
  return pasted.map(([start, end]) => text.slice(start, end));
}

/** All that is in one of the two. */
export function joinPasted(text: string, one: Pasted, other: Pasted): Pasted {
  const joined: [number, number][] = [];
  for (const [start, end] of [...one, ...other].toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined.length > PASTED_PARTS_MAX ? wholeOf(text) : joined;
}

/** What still stands in a text of what was pasted before it was edited: each part of it that is not very short. */
export function findPasted(text: string, texts: readonly string[]): Pasted {
  const parts = new Set(texts.flatMap(partsOf));
  if (parts.size === 0) return NOTHING_PASTED;
  const found = partsOf(text).flatMap((part, start): Stretch[] =>
    parts.has(part) ? [[start, start + part.length]] : [],
  );
  return joinPasted(text, found, NOTHING_PASTED);
}

/** Each run of so many characters, by where it begins. */
function partsOf(text: string): string[] {
  const count = Math.max(0, text.length - PASTED_PART_MIN_CHARS + 1);
  return Array.from({ length: count }, (_, at) => text.slice(at, at + PASTED_PART_MIN_CHARS));
}

/** Where a message as a whole comes from. */
export function originOfText(pasted: Pasted): Origin {
  return pasted.length > 0 ? "person-file" : "person";
}
