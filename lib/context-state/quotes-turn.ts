/** The measure of verbatim turns: structured memory must not become a transcript (ADR-040). */
import { TURN_MIN_CHARS, TURN_MIN_WORDS, VERBATIM_RUN_WORDS } from "./limits.ts";

/** What a person or an agent said in the conversation. */
export type SaidTurn = { by: "person" | "assistant"; text: string };

export type TurnMeasure = {
  /** This number of consecutive words of a person's turn is a quotation. For answers it is `VERBATIM_RUN_WORDS`. */
  personRunWords: number;
  /** True for ids, numbers and dates, which are no words of a turn. Asked of whole texts and of single words. */
  isTyped(text: string): boolean;
};

const EVERY_WORD: TurnMeasure = { personRunWords: VERBATIM_RUN_WORDS, isTyped: () => false };

/** The first of the turns that the joined texts contain, or contain a long part of; null where there is none. */
export function findQuotedTurn(
  texts: readonly string[],
  turns: readonly SaidTurn[],
  { personRunWords, isTyped }: TurnMeasure = EVERY_WORD,
): SaidTurn | null {
  const untyped = texts.filter((text) => !isTyped(text)).map(decodeEscapes);
  const kept = wordsOf(untyped.join("\n"), isTyped);
  if (kept.length === 0) return null;
  const runs = new Map<number, Set<string>>();
  const keptRuns = (length: number): Set<string> => {
    const known = runs.get(length) ?? new Set(runsOf(kept, length));
    runs.set(length, known);
    return known;
  };
  for (const turn of turns) {
    const runWords = turn.by === "person" ? personRunWords : VERBATIM_RUN_WORDS;
    if (quotes(wordsOf(turn.text, isTyped), keptRuns, runWords)) return turn;
  }
  return null;
}

/** Ignores case, punctuation and white space. Takes time linear in texts and turn. */
function quotes(
  turn: readonly string[],
  keptRuns: (length: number) => Set<string>,
  runWords: number,
): boolean {
  if (turn.length < TURN_MIN_WORDS || turn.join(" ").length < TURN_MIN_CHARS) return false;
  const length = Math.min(runWords, turn.length);
  const kept = keptRuns(length);
  if (kept.size === 0) return false;
  for (const run of runsOf(turn, length)) if (kept.has(run)) return true;
  return false;
}

/** Scripts without spaces count by character. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

function wordsOf(text: string, isTyped: TurnMeasure["isTyped"]): string[] {
  const words = text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
  return words.filter((word) => !isTyped(word));
}

function* runsOf(words: readonly string[], length: number): Generator<string> {
  for (let start = 0; start + length <= words.length; start++) {
    yield words.slice(start, start + length).join(" ");
  }
}

/** An address may hold a sentence with `%20` between its words. */
function decodeEscapes(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
