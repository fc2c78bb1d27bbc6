/**
 * The measure of turns in memory: a copy, or a near copy, of a stretch of a turn. Structured memory must not become a
 * transcript (ADR-040), and where it is forced no prompt holds one either.
 */
import {
  NEAR_EXTRA_WORDS,
  NEAR_PLACES_MAX,
  NEAR_SHARE,
  SEED_WORDS,
  STRETCH_CHARACTERS,
  STRETCH_WORDS,
  TURN_MIN_CHARS,
  TURN_MIN_WORDS,
  VALUE_MAX_CHARS,
} from "./limits.ts";

/** What a person or an agent said in the conversation. */
export type SaidTurn = { by: "person" | "assistant"; text: string };

export type TurnMeasure = {
  /** This number of consecutive words of a person's turn is a quotation, too. Absent: only a near copy of a stretch is. */
  personRunWords?: number;
  /** True for ids, numbers and dates, which are no words of a turn. Asked of whole texts and of single words. */
  isTyped(text: string): boolean;
};

const EVERY_WORD: TurnMeasure = { isTyped: () => false };

/**
 * The first of the turns that the joined texts copy; null where there is none. A turn is copied where a stretch of it stands
 * there, up to a fifth of its words changed or dropped, or, of a turn shorter than a stretch, all of it.
 */
export function findQuotedTurn(
  texts: readonly string[],
  turns: readonly SaidTurn[],
  measure: TurnMeasure = EVERY_WORD,
): SaidTurn | null {
  const { isTyped } = measure;
  const untyped = texts.filter((text) => !isTyped(text)).map(decodeEscapes);
  const kept = indexWords(wordsOf(untyped.join("\n"), isTyped));
  if (kept.words.length === 0) return null;
  return turns.find((turn) => isCopied(kept, turn, measure)) ?? null;
}

/** Stands in a prompt where a near copy stood. */
const LEFT_OUT = "[…]";

/** The text without what it copies of the turns: in place of each copy of a stretch stands `[…]`. */
export function leaveOutQuotes(
  text: string,
  turns: readonly SaidTurn[],
  measure: TurnMeasure = EVERY_WORD,
): string {
  let left = text;
  let words = wordsOf(left, measure.isTyped);
  let kept = indexWords(words);
  for (const turn of turns) {
    // What stands on both sides of a copy may be one when it is gone. Each pass takes words away, so this ends.
    for (;;) {
      const said = saidWords(kept, turn, measure);
      const copies = said && [...findNearCopies(kept, said)];
      if (!copies || copies.length === 0) break;
      left = cutOut(left, words, copies);
      words = wordsOf(left, measure.isTyped);
      kept = indexWords(words);
    }
  }
  return left;
}

/**
 * A state as a prompt may have it: each text in it without what it copies of the turns. What was remembered was compared when
 * it came in. A later answer may repeat a field's value: up to `VALUE_MAX_CHARS` it is what memory is, and stays.
 */
export function withoutQuotes<Value>(
  value: Value,
  turns: readonly SaidTurn[],
  measure: TurnMeasure = EVERY_WORD,
): Value {
  if (turns.length === 0) return value;
  const texts: string[] = [];
  mapTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  // Most turns are copied nowhere. One comparison with all texts at once tells which are to be looked for in each.
  const kept = indexWords(wordsOf(texts.join("\n"), measure.isTyped));
  const copied = turns.filter((turn) => {
    const said = saidWords(kept, turn, measure);
    return said && !findNearCopies(kept, said).next().done;
  });
  if (copied.length === 0) return value;
  const ofPerson = copied.filter(({ by }) => by === "person");
  return mapTexts(value, (text) => {
    if (measure.isTyped(text)) return text;
    return leaveOutQuotes(text, text.length <= VALUE_MAX_CHARS ? ofPerson : copied, measure);
  }) as Value;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]),
  );
}

function cutOut(text: string, words: readonly Word[], copies: readonly Copy[]): string {
  const isCopied = new Uint8Array(words.length);
  for (const { from, to } of copies) isCopied.fill(1, from, to);
  const pieces: string[] = [];
  let end = 0;
  for (const [at, word] of words.entries()) {
    if (!isCopied[at]) continue;
    if (!isCopied[at - 1]) pieces.push(text.slice(end, word.start), LEFT_OUT);
    end = word.end;
  }
  return pieces.join("") + text.slice(end);
}

/** `start` and `end` are UTF-16 offsets in the text; the word is in lower case, in NFKC. */
type Word = { text: string; start: number; end: number };

/** Invisible characters that may stand within a word. */
const WITHIN = "\\u00AD\\u200C\\u200D\\u2060\\uFEFF";
const INVISIBLE = new RegExp(`[${WITHIN}]`, "g");
/** Of scripts that put no spaces between words, each character counts, with its marks. */
const UNSPACED =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]";
const WORD = new RegExp(
  `(?=${UNSPACED})\\p{L}\\p{M}*|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}${WITHIN}])+`,
  "gu",
);
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, "u");
const IS_PLAIN = /^[a-z0-9]+$/;

function wordsOf(text: string, isTyped: TurnMeasure["isTyped"]): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const [given] = match;
    const word = IS_PLAIN.test(given)
      ? given
      : given.replace(INVISIBLE, "").normalize("NFKC").toLowerCase();
    if (word === "" || isTyped(word)) continue;
    words.push({ text: word, start: match.index, end: match.index + given.length });
  }
  return words;
}

/** The words of what is kept, by number, and where each sequence of `SEED_WORDS` of them stands. */
type KeptWords = {
  words: readonly number[];
  numbers: ReadonlyMap<string, number>;
  seeds: ReadonlyMap<number, readonly number[]>;
};

function indexWords(kept: readonly Word[]): KeptWords {
  const numbers = new Map<string, number>();
  const words = kept.map(({ text }) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
  const seeds = new Map<number, number[]>();
  for (let at = 0; at + SEED_WORDS <= words.length; at += 1) {
    const seed = seedAt(words, at, numbers.size);
    const places = seeds.get(seed);
    if (!places) seeds.set(seed, [at]);
    else if (places.length < NEAR_PLACES_MAX) places.push(at);
  }
  return { words, numbers, seeds };
}

/** One number for the sequence; negative where one of the words is not among those that are kept. */
function seedAt(words: readonly number[], at: number, base: number): number {
  let seed = 0;
  for (let next = at; next < at + SEED_WORDS; next += 1) {
    const word = words[next] ?? -1;
    if (word < 0) return -1;
    seed = seed * base + word;
  }
  return seed;
}

/** A turn in the numbers of what is kept; -1 is a word that does not stand there. */
type SaidWords = { words: readonly number[]; stretch: number };

/** The words of turns that were read already: one turn is compared with the memory of each agent. */
const known = new WeakMap<SaidTurn, readonly string[]>();

function turnWords(turn: SaidTurn): readonly string[] {
  const words = known.get(turn) ?? wordsOf(turn.text, EVERY_WORD.isTyped).map(({ text }) => text);
  known.set(turn, words);
  return words;
}

/** @returns null where the turn is so short that it may be kept */
function saidWords(
  { numbers }: KeptWords,
  turn: SaidTurn,
  { isTyped }: TurnMeasure,
): SaidWords | null {
  const said = turnWords(turn).filter((word) => !isTyped(word));
  const chars = said.reduce((sum, word) => sum + word.length + 1, -1);
  if (said.length < TURN_MIN_WORDS || chars < TURN_MIN_CHARS) return null;
  const isUnspaced = said.filter((word) => IS_UNSPACED.test(word)).length * 2 > said.length;
  return {
    words: said.map((word) => numbers.get(word) ?? -1),
    stretch: isUnspaced ? STRETCH_CHARACTERS : STRETCH_WORDS,
  };
}

function isCopied(kept: KeptWords, turn: SaidTurn, measure: TurnMeasure): boolean {
  const said = saidWords(kept, turn, measure);
  if (!said) return false;
  const { words, stretch } = said;
  const personRun = turn.by === "person" ? measure.personRunWords : undefined;
  const run = Math.min(personRun ?? stretch, words.length);
  if (run < stretch && hasRun(kept, words, run)) return true;
  return !findNearCopies(kept, said).next().done;
}

/** A sequence of exactly these words. */
function hasRun(
  { words, numbers, seeds }: KeptWords,
  turn: readonly number[],
  length: number,
): boolean {
  for (let at = 0; at + length <= turn.length; at += 1) {
    for (const place of seeds.get(seedAt(turn, at, numbers.size)) ?? []) {
      let same = SEED_WORDS;
      while (same < length && words[place + same] === turn[at + same]) same += 1;
      if (same === length) return true;
    }
  }
  return false;
}

/** Words of what is kept, by place: the first one, and the one behind the last. */
type Copy = { from: number; to: number };

/**
 * Stretches of the turn of which `NEAR_SHARE` stands in what is kept, in its order, with few words between. Of such a
 * stretch at least one sequence of `SEED_WORDS` is unchanged: from each of these on, both texts are aligned to both sides
 * (longest common subsequence in a band). Linear in both texts: a seed has at most `NEAR_PLACES_MAX` places.
 */
function* findNearCopies(
  { words, numbers, seeds }: KeptWords,
  { words: turn, stretch }: SaidWords,
): Generator<Copy> {
  if (turn.length < stretch) return;
  const needed = Math.ceil(stretch * NEAR_SHARE);
  const around = stretch - SEED_WORDS;
  for (let at = 0; at + SEED_WORDS <= turn.length; at += 1) {
    for (const place of seeds.get(seedAt(turn, at, numbers.size)) ?? []) {
      const back = { at: at - 1, place: place - 1, step: -1, around } as const;
      const on = { at: at + SEED_WORDS, place: place + SEED_WORDS, step: 1, around } as const;
      const before = align(words, turn, back);
      const behind = align(words, turn, on);
      for (const [left, one] of before.entries()) {
        const other = behind[around - left];
        if (!other || one.same + SEED_WORDS + other.same < needed) continue;
        yield { from: place - one.reach, to: place + SEED_WORDS + other.reach };
        break;
      }
    }
  }
}

/** Of so many words of the turn, how many stand in what is kept, in order, and within how many words. */
type Aligned = { same: number; reach: number };

type From = { at: number; place: number; step: 1 | -1; around: number };

/** @returns for 0, 1, 2, … words of the turn from `at` on, as far as the turn goes and at most `around` */
function align(
  kept: readonly number[],
  turn: readonly number[],
  { at, place, step, around }: From,
): Aligned[] {
  const width = around + NEAR_EXTRA_WORDS;
  const aligned: Aligned[] = [{ same: 0, reach: 0 }];
  let row = new Uint8Array(width + 1);
  for (let taken = 1; taken <= around; taken += 1) {
    const word = turn[at + step * (taken - 1)];
    if (word === undefined) break;
    const next = new Uint8Array(width + 1);
    for (let passed = 1; passed <= width; passed += 1) {
      const isSame = word >= 0 && kept[place + step * (passed - 1)] === word;
      next[passed] = isSame
        ? (row[passed - 1] ?? 0) + 1
        : Math.max(row[passed] ?? 0, next[passed - 1] ?? 0);
    }
    row = next;
    // No further than a stretch of this length with a few words between.
    const same = row[Math.min(width, taken + NEAR_EXTRA_WORDS)] ?? 0;
    aligned.push({ same, reach: row.indexOf(same) });
  }
  return aligned;
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
