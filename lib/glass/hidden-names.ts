/** Names that are hidden as a whole: names of tools, ids and references. One name may have several words, such as a UUID. */
import { NAME_MAX_WORDS, NAME_MIN_CHARS } from "./limits.ts";
import { lettersOf, wordsOf } from "./read-words.ts";

export class HiddenNames {
  /** Each with where it stands. */
  readonly #names = new Map<string, string>();
  /** How each name of several words begins. */
  readonly #begun = new Set<string>();
  /** The letters of the first word of each name. */
  readonly #first = new Set<string>();
  /** Of all names. Most words of an answer are none of them. */
  readonly #words = new Set<string>();

  /** A name that is short or plain is not taken: anybody may write it. */
  add(name: string, from: string): void {
    if (/[_\d]/.test(name)) this.#add(name, from);
  }

  /** Any but one that is written like a word. */
  addId(id: string, from: string): void {
    if (!/^[A-Z]?[a-z]+$/.test(id)) this.#add(id, from);
  }

  #add(name: string, from: string): void {
    if (name.length < NAME_MIN_CHARS) return;
    const words = wordsOf(name).map(({ word }) => word);
    if (words.length === 0 || words.length > NAME_MAX_WORDS) return;
    this.#names.set(words.join(" "), from);
    this.#first.add(lettersOf(words[0] ?? ""));
    for (const [index, word] of words.entries()) {
      this.#words.add(word);
      if (index > 0) this.#begun.add(words.slice(0, index).join(" "));
    }
  }

  /** False where no name has this word. */
  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** @returns where a name of these words stands */
  find(words: readonly string[]): string | undefined {
    return this.#names.get(words.join(" "));
  }

  /** True where a word that begins with these letters may be a name, or the first word of one. */
  mayBegin(letters: string): boolean {
    for (const first of this.#first) if (first.startsWith(letters)) return true;
    return false;
  }

  /** True where a name begins like that, and goes on. */
  isBegunBy(words: readonly string[]): boolean {
    return this.#begun.has(words.join(" "));
  }
}
