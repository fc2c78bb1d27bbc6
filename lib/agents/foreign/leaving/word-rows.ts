/** Rows of words of a text, and where they stand in another one, however that one is split into words. */
import "server-only";
import {
  PRIVATE_HEAD_CHARS,
  PRIVATE_STEPS_A_LETTER,
  PRIVATE_STEPS_MIN,
  PRIVATE_TELLING_WORD_CHARS,
  PRIVATE_WORD_MAX_CHARS,
  PRIVATE_WORDS_AT_ONE_PLACE,
} from "../../limits.ts";
import type { Letters } from "./letters.ts";
import { weightOf } from "./terms-in.ts";

/** `tellingMin`: how many of its words tell something. */
export type RowKind = {
  count: 2 | 3;
  minChars: number;
  tellingMin: number;
  /** Also from the last word to the first. */
  isEitherWay: boolean;
  /** Also with another word between each two. */
  isLoose: boolean;
};

/** `row`: as the text has it. `written`: as the other text has it, with what stands between. */
export type FoundRow = { row: string; written: string };

type Begun = {
  words: readonly string[];
  from: number;
  to: number;
  /** In which the text has them. */
  ways: readonly Way[];
  /** What stands between them. */
  between: readonly Between[];
};
type Way = "on" | "back";
type Between = "letter" | "word";
type Search = { letters: Letters; kind: RowKind; stepsLeft: number };
type Start = { at: number; behind: readonly Between[] };

export class WordRows {
  readonly #ids = new Map<string, number>();
  /** Two and three words in a row, as one number each. */
  readonly #rows = new Set<number>();
  /** By their first letters the lengths of the words, the longest first. */
  readonly #lengths = new Map<string, number[]>();

  /** @param words folded, see `folded` */
  constructor(words: readonly string[]) {
    for (const word of words) this.#learn(word);
    for (const lengths of this.#lengths.values()) lengths.sort((one, other) => other - one);
    for (let at = 1; at < words.length; at += 1) {
      this.#rows.add(this.#keyOf(words.slice(at - 1, at + 1)));
      if (at > 1) this.#rows.add(this.#keyOf(words.slice(at - 2, at + 1)));
    }
  }

  /** @param words folded, with a space between each two; of more than three, each three in a row */
  has(words: string): boolean {
    const list = words.split(" ");
    if (list.length === 1) return this.#ids.has(words);
    if (list.length === 2) return this.#isRow(list);
    return list.slice(2).every((_, at) => this.#isRow(list.slice(at, at + 3)));
  }

  /** Takes time in proportion to the letters. Of a text that would take longer, all of it counts as found. */
  *find(letters: Letters, kind: RowKind): Iterable<FoundRow> {
    const { length } = letters.text;
    const search = {
      letters,
      kind,
      stepsLeft: PRIVATE_STEPS_MIN + length * PRIVATE_STEPS_A_LETTER,
    };
    const ways: readonly Way[] = kind.isEitherWay ? ["on", "back"] : ["on"];
    for (let from = 0; from < length && search.stepsLeft > 0; from += 1)
      for (const word of this.wordsAt(letters, from))
        if (standsApart(letters, from, word))
          yield* this.#goOn(search, {
            words: [word],
            from,
            to: from + word.length,
            ways,
            between: [],
          });
    const all = letters.wordsOf(0, length);
    if (search.stepsLeft <= 0) yield { row: all, written: all };
  }

  *#goOn(search: Search, begun: Begun): Iterable<FoundRow> {
    const { letters, kind } = search;
    const { words, from, to, between } = begun;
    const endsApart = standsApart(letters, to, words.at(-1) ?? "");
    // People put a word into a phrase, too: then one more word is needed.
    const isPhrase = between.length === 1 && between[0] === "word";
    if (words.length >= kind.count + (isPhrase ? 1 : 0)) {
      const row = (begun.ways.includes("on") ? words : words.toReversed()).join(" ");
      if (
        endsApart &&
        weightOf(row) >= kind.minChars &&
        words.filter(isTelling).length >= kind.tellingMin
      )
        yield { row, written: letters.wordsOf(from, to) };
      return;
    }
    for (const { at, behind } of startsBehind(letters, to, kind.isLoose))
      for (const word of this.wordsAt(letters, at)) {
        search.stepsLeft -= 1;
        if (search.stepsLeft <= 0) return;
        if (at !== to && !(endsApart && standsApart(letters, at, word))) continue;
        const more = [...words, word];
        const last = more.slice(-3);
        const ways = begun.ways.filter((way) =>
          this.#isRow(way === "on" ? last : last.toReversed()),
        );
        if (ways.length > 0)
          yield* this.#goOn(search, {
            ways,
            words: more,
            from,
            to: at + word.length,
            between: [...between, ...behind],
          });
      }
  }

  /** Words of the text that begin here, of which there are few. */
  wordsAt(letters: Letters, at: number): string[] {
    const { text } = letters;
    const found: string[] = [];
    for (let head = Math.min(PRIVATE_HEAD_CHARS, text.length - at); head > 0; head -= 1) {
      for (const length of this.#lengths.get(text.slice(at, at + head)) ?? []) {
        const word = text.slice(at, at + length);
        if (this.#ids.has(word)) found.push(word);
        if (found.length === PRIVATE_WORDS_AT_ONE_PLACE) return found;
      }
    }
    const whole = letters.isEdge(at) ? text.slice(at, letters.endOfWord(at)) : "";
    return this.#ids.has(whole) && !found.includes(whole) ? [whole, ...found] : found;
  }

  #learn(word: string): void {
    if (this.#ids.has(word)) return;
    this.#ids.set(word, this.#ids.size + 1);
    if (word.length > PRIVATE_WORD_MAX_CHARS) return;
    const head = word.slice(0, PRIVATE_HEAD_CHARS);
    const lengths = this.#lengths.get(head) ?? [];
    if (!lengths.includes(word.length)) lengths.push(word.length);
    this.#lengths.set(head, lengths);
  }

  #isRow(words: readonly string[]): boolean {
    return this.#rows.has(this.#keyOf(words));
  }

  /** Not a number where one of the words is not known. */
  #keyOf(words: readonly string[]): number {
    return words.reduce(
      (key, word) => key * (this.#ids.size + 1) + (this.#ids.get(word) ?? Number.NaN),
      0,
    );
  }
}

/** In a script without capitals a short word says as much as a long one elsewhere; a single sign says nothing. */
const isTelling = (word: string) =>
  word.length >= PRIVATE_TELLING_WORD_CHARS || (word.length > 1 && /\p{Lo}/u.test(word));

/** A short word stands inside of too many others to be found there. @param at where it begins or ends */
const standsApart = (letters: Letters, at: number, word: string) =>
  letters.isEdge(at) || isTelling(word);

/** The next word may begin here, after a letter or after a word. */
function startsBehind(letters: Letters, at: number, isLoose: boolean): Start[] {
  const starts: Start[] = [
    { at, behind: [] },
    { at: at + 1, behind: ["letter"] },
  ];
  const next = isLoose && letters.isEdge(at) ? letters.endOfWord(at) : at;
  return next > at + 1 ? [...starts, { at: next, behind: ["word"] }] : starts;
}
