import "server-only";
/** Searches passages for words and cuts excerpts. */
import type { Excerpt } from "../../contracts/inspector/model-calls/call-inspection.ts";
import type { Passage } from "./list-texts.ts";
import { findWords, normalise } from "./normalise-words.ts";

export type Match = {
  role: string | null;
  hopRef: string | null;
  matches: number;
  excerpt: Excerpt;
};

const AROUND_CHARS = 90;

/** @param needle normalised @returns the first passage that holds it, and how often all of them do */
export function searchPassages(passages: readonly Passage[], needle: string): Match | null {
  let first: Match | null = null;
  for (const { role, hopRef, texts } of passages) {
    for (const text of texts) {
      const places = findWords(normalise(text), needle);
      const [place] = places;
      if (!place) continue;
      first ??= { role, hopRef, matches: 0, excerpt: cutAround(text, place) };
      first.matches += places.length;
      // What the same passage holds a second time, within its JSON, is the same.
      break;
    }
  }
  return first;
}

function cutAround(text: string, { from, to }: { from: number; to: number }): Excerpt {
  const begin = Math.max(0, from - AROUND_CHARS);
  const end = Math.min(text.length, to + AROUND_CHARS);
  return {
    before: `${begin > 0 ? "…" : ""}${text.slice(begin, from)}`.toWellFormed(),
    match: text.slice(from, to).toWellFormed(),
    after: `${text.slice(to, end)}${end < text.length ? "…" : ""}`.toWellFormed(),
  };
}
