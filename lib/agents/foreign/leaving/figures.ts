/** Figures of a private text, and where they stand in another one, however they are written there. */
import "server-only";
import {
  PRIVATE_FIGURE_JOINED_MAX_CHARS,
  PRIVATE_FIGURE_MIN_CHARS,
  PRIVATE_FIGURE_SPLIT_MIN_CHARS,
} from "../../limits.ts";
import type { Letters } from "./letters.ts";
import { WordRows } from "./word-rows.ts";

/** Four digits or more, or letters and digits, but no year. */
export const isFigure = (word: string) =>
  /\p{N}/u.test(word) && word.length >= PRIVATE_FIGURE_MIN_CHARS && !/^(?:19|20)\d\d$/.test(word);

/** In thousands; wherever it may begin, since a line of a table may be read as one number. */
const IN_THOUSANDS =
  /(?<!\p{N})(?=(\p{N}{1,3}(?:(?:\.\p{N}{3}){1,5}|(?:,\p{N}{3}){1,5}|(?:['’ ]\p{N}{3}){1,5}))(?!\p{N}))/gu;
/** A phone number or a code; of fewer signs it is a time or a day. */
const CODE = /(?<![\p{L}\p{N}])[\p{L}\p{N}]*\p{N}(?:[ -]\p{N}+)+(?![\p{L}\p{N}])/gu;
/** Other figures in pieces: a date, a short number with decimals. */
const IN_PIECES = [
  /(?<!\p{N})\p{N}{1,2}\.\p{N}{1,2}\.\p{N}{2,4}(?!\p{N})/gu,
  /(?<!\p{N}[.,]?)\p{N}{1,3}[.,]\p{N}{1,3}(?![.,]?\p{N})/gu,
];
/** Texts on anything have dates: they say nothing. */
const BEGINS_WITH_YEAR = /^(?:19|20)\d\d[ -]/;
const DAY = /^(?:19|20)\d{6}$/;

/** @returns its words, and figures that stand there in pieces as one word each */
export function piecesIn(text: string): string[] {
  const thousands = Array.from(text.matchAll(IN_THOUSANDS), ([, found = ""]) => found);
  const others = IN_PIECES.flatMap((pieces) => text.match(pieces) ?? []);
  const codes = joined(text.match(CODE) ?? []).filter(
    ({ length }) => length >= PRIVATE_FIGURE_SPLIT_MIN_CHARS,
  );
  return [...(text.match(/[\p{L}\p{N}]+/gu) ?? []), ...joined([...thousands, ...others]), ...codes];
}

const joined = (found: readonly string[]) =>
  found
    .filter((figure) => !BEGINS_WITH_YEAR.test(figure))
    .map((figure) => figure.replace(/[^\p{L}\p{N}]/gu, ""))
    .filter(({ length }) => length <= PRIVATE_FIGURE_JOINED_MAX_CHARS);

export class Figures {
  readonly #known: WordRows;

  /** @param text folded */
  constructor(text: string) {
    this.#known = new WordRows(piecesIn(text).filter(isFigure));
  }

  has(figure: string): boolean {
    return this.#known.has(figure);
  }

  /** Each by itself; digits also between letters. A long one, or one in single characters, may be in pieces. */
  *in(letters: Letters): Iterable<string> {
    for (let from = 0; from < letters.text.length; from += 1)
      if (endsDigits(letters, from))
        for (const word of this.#known.wordsAt(letters, from))
          if (standsThere(letters, from, word)) yield word;
  }
}

function standsThere(letters: Letters, from: number, word: string): boolean {
  const to = from + word.length;
  const isApart = /\P{N}/u.test(word)
    ? letters.isEdge(from) && letters.isEdge(to)
    : endsDigits(letters, to);
  if (!isApart) return false;
  const count = letters.countWords(from, to);
  const isLong = word.length >= PRIVATE_FIGURE_SPLIT_MIN_CHARS && !DAY.test(word);
  return count === 1 || count === word.length || isLong;
}

/** True where no figure goes on. */
const endsDigits = (letters: Letters, at: number) =>
  letters.isEdge(at) || !/^\p{N}{2}$/u.test(letters.text.slice(at - 1, at + 1));
