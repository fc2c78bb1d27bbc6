/** Words as they are compared with what leaves: where a script writes without spaces, those of the dictionary. */
import "server-only";
import { SEGMENTED_CHARS } from "../../limits.ts";
import { UNSPACED_SCRIPTS, wordsIn } from "./words-in.ts";

const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}\\p{M}]+`, "gu");

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

export function termsIn(text: string): string[] {
  return wordsIn(text).flatMap((word) =>
    word.search(UNSPACED) < 0 ? [word] : wordsIn(word.replace(UNSPACED, segmented)),
  );
}

/** In short pieces: of a long text the segmenter takes quadratic time. */
function segmented(run: string): string {
  let text = "";
  for (let from = 0; from < run.length; from += SEGMENTED_CHARS) {
    const piece = run.slice(from, from + SEGMENTED_CHARS);
    for (const { segment } of segmenter.segment(piece)) text += ` ${segment} `;
  }
  return text;
}

/** How much words say, in letters: one sign of such a script as much as three. */
export const weightOf = (words: string): number =>
  words.length + 2 * (words.match(UNSPACED) ?? []).reduce((sum, { length }) => sum + length, 0);
