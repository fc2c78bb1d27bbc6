/**
 * Words of hidden texts as one automaton: for each word that leaves, it knows how many of the last words stand in a row
 * in a hidden text. It is the suffix automaton of Blumer and others (1985) over words instead of letters, so that one
 * step costs the same whatever the size of the prompt.
 */
import { LRUCache } from "lru-cache";
import { processWide } from "../env/process-wide.ts";
import { HIDDEN_TEXTS_MAX } from "./limits.ts";
import { wordsOf } from "./read-words.ts";

type State = { length: number; link: number; next: Map<string, number> };

/** Between texts: no word of any text is written like that. */
const BOUNDARY = " ";

export class HiddenWords {
  readonly #states: State[] = [{ length: 0, link: -1, next: new Map() }];
  #last = 0;
  #letters = "";

  /** @param words of one hidden text, in canonical form */
  add(words: Iterable<string>): void {
    for (const word of words) {
      this.#extend(word);
      this.#letters += word;
    }
    this.#letters += BOUNDARY;
    // A row of words does not go from one text to another.
    this.#extend(BOUNDARY + this.#states.length);
  }

  /**
   * @param row what the last words stood at
   * @returns where the row stands with one more word: the longest row of last words that a hidden text has
   */
  step(row: Row, word: string): Row {
    let { state, length } = row;
    for (;;) {
      const known = this.#states[state];
      const next = known?.next.get(word);
      if (next !== undefined) return { state: next, length: length + 1 };
      if (known === undefined || known.link < 0) return NO_ROW;
      state = known.link;
      length = this.#states[state]?.length ?? 0;
    }
  }

  /** @returns true if a hidden text, without its spaces, contains `many` consecutive letters of `letters` */
  hasLetters(letters: string, many: number): boolean {
    for (let at = 0; at + many <= letters.length; at += 1)
      if (this.#letters.includes(letters.slice(at, at + many))) return true;
    return false;
  }

  #extend(word: string): void {
    const states = this.#states;
    const made = states.length;
    states.push({ length: this.#at(this.#last).length + 1, link: 0, next: new Map() });
    let at = this.#last;
    while (at >= 0 && !this.#at(at).next.has(word)) {
      this.#at(at).next.set(word, made);
      at = this.#at(at).link;
    }
    if (at >= 0) this.#at(made).link = this.#linkOf(at, word);
    this.#last = made;
  }

  /** The state for the rows that end with this word after `at`; it is divided where it stands for longer rows as well. */
  #linkOf(at: number, word: string): number {
    const followed = this.#at(at).next.get(word) ?? 0;
    const length = this.#at(at).length + 1;
    if (this.#at(followed).length === length) return followed;
    const { link, next } = this.#at(followed);
    const divided = this.#states.push({ length, link, next: new Map(next) }) - 1;
    this.#at(followed).link = divided;
    for (let before = at; before >= 0; before = this.#at(before).link) {
      if (this.#at(before).next.get(word) !== followed) break;
      this.#at(before).next.set(word, divided);
    }
    return divided;
  }

  #at(index: number): State {
    const state = this.#states[index];
    if (state === undefined) throw new RangeError(`The automaton has no state ${index}.`);
    return state;
  }
}

/** How many of the last words stand in a row in a hidden text, and where in the automaton. */
export type Row = { state: number; length: number };

export const NO_ROW: Row = { state: 0, length: 0 };

const known = processWide(
  "hidden-words",
  () => new LRUCache<string, HiddenWords>({ max: HIDDEN_TEXTS_MAX }),
);

/**
 * The words of texts that are the same in many runs: prompts and tool definitions. Each is read once.
 * @param key names the texts by what they say, such as their digest
 */
export function hiddenWordsOf(key: string, texts: () => readonly string[]): HiddenWords {
  const words = known().get(key);
  if (words) return words;
  const read = new HiddenWords();
  for (const text of texts()) read.add(wordsOf(text).map(({ word }) => word));
  known().set(key, read);
  return read;
}
