/** Searches passages for words and cuts excerpts. */
import "server-only";
import type { Excerpt } from "../../contracts/inspector/model-calls/call-inspection.ts";
import { WHY_AROUND_CHARS } from "../limits.ts";
import type { Passage } from "./list-texts.ts";
import { findWords, normalise } from "./normalise-words.ts";

export type Match = {
  role: string | null;
  hopRef: string | null;
  matches: number;
  excerpt: Excerpt;
};

/**
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
