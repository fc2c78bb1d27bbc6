/** Cuts a text into passages of at most a thousand characters, between paragraphs or sentences where it can. */
import "server-only";
import { SEARCH_DOCUMENTS_LIMITS } from "../limits.ts";

const { passageMaxChars, passageMinChars, passagesPerFileMax } = SEARCH_DOCUMENTS_LIMITS;

/** In order of preference: between paragraphs, lines, sentences, words. */
const PLACES = ["\n\n", "\n", ". ", "? ", "! ", " "];

/** Joined, the passages are the text without the blanks at their edges, up to the maximal number of passages. */
export function cutPassages(text: string): string[] {
  const whole = text.replace(/\r\n?/g, "\n").toWellFormed();
  const passages: string[] = [];
  let at = 0;
  while (at < whole.length && passages.length < passagesPerFileMax) {
    const end =
      at + cutAt(whole.slice(at, at + passageMaxChars), at + passageMaxChars >= whole.length);
    const passage = whole.slice(at, end).trim();
    if (passage !== "") passages.push(passage);
    at = end;
  }
  return passages;
}

function cutAt(window: string, isLast: boolean): number {
  if (isLast) return window.length;
  for (const place of PLACES) {
    const at = window.lastIndexOf(place);
    if (at >= passageMinChars) return at + place.length;
  }
  // Do not split a surrogate pair.
  return window.isWellFormed() ? window.length : window.length - 1;
}
