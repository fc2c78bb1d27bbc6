/** Structured memory may not hold a person's turn verbatim: that would be a transcript in disguise (ADR-040). */

/** Shorter turns ("React Native, please") may be remembered as they were said. */
const TURN_MIN_WORDS = 6;
const TURN_MIN_CHARS = 24;
/** Of a longer turn no run of this many words may be kept either. */
const RUN_WORDS = 20;
/** Scripts without spaces count by character. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

function* runsOf(words: readonly string[], length: number): Generator<string> {
  for (let start = 0; start + length <= words.length; start++) {
    yield words.slice(start, start + length).join(" ");
  }
}

/**
 * True where the texts, one after the other, hold the turn or a long run of it, whatever its case,
 * punctuation and white space. Linear in texts and turn.
 */
export function quotesTurn(texts: readonly string[], turnText: string): boolean {
  const turn = wordsOf(turnText);
  if (turn.length < TURN_MIN_WORDS || turn.join(" ").length < TURN_MIN_CHARS) return false;
  const length = Math.min(RUN_WORDS, turn.length);
  const kept = new Set(runsOf(wordsOf(texts.join("\n")), length));
  if (kept.size === 0) return false;
  for (const run of runsOf(turn, length)) if (kept.has(run)) return true;
  return false;
}
