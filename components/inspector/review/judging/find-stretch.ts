/** Where words that somebody selected stand in a text. Pure. */

type Stretch = { from: number; to: number };

/**
 * @param before what is shown before the words, in which the same words may stand
 * @returns null where the text has no such words
 */
export function findStretch(text: string, words: string, before: string): Stretch | null {
  const wanted = words.trim();
  if (wanted === "") return null;
  const starts = startsOf(text, wanted);
  const nth = startsOf(before, wanted).length;
  const from = starts[Math.min(nth, starts.length - 1)];
  return from === undefined ? null : { from, to: from + wanted.length };
}

function startsOf(text: string, words: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length))
    starts.push(at);
  return starts;
}
