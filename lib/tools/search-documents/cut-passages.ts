import "server-only";

/** Cuts a text into passages of about a thousand characters, at the best place near there. */

const PASSAGE_MAX_CHARS = 1_000;
/** A passage is not cut before this, unless the text ends. */
const PASSAGE_MIN_CHARS = 400;
const PASSAGES_MAX = 2_000;
/** Best first: between paragraphs, lines, sentences, words. */
const PLACES = ["\n\n", "\n", ". ", "? ", "! ", " "];

/** Together they are the text, but for blanks at their edges, up to two million characters. */
export function cutPassages(text: string): string[] {
  const whole = text.replace(/\r\n?/g, "\n").toWellFormed();
  const passages: string[] = [];
  let at = 0;
  while (at < whole.length && passages.length < PASSAGES_MAX) {
    const end =
      at + cutAt(whole.slice(at, at + PASSAGE_MAX_CHARS), at + PASSAGE_MAX_CHARS >= whole.length);
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
    if (at >= PASSAGE_MIN_CHARS) return at + place.length;
  }
  // Never between the two halves of one character.
  return window.isWellFormed() ? window.length : window.length - 1;
}
