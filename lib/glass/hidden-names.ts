/** Names that are hidden whole: of tools, ids, references, keys. A name of several words, as an id with dashes, is one. */
import { NAME_MAX_WORDS, NAME_MIN_CHARS } from "./limits.ts";
import { wordsOf } from "./read-words.ts";

export class HiddenNames {
  readonly #names = new Set<string>();
  /** How each name of several words begins. */
  readonly #begun = new Set<string>();

  /** A name that is short or plain is not taken: anybody may write it. */
  add(name: string): void {
    const words = wordsOf(name).map(({ word }) => word);
    const isPlain = !/[_\d]/.test(name) || name.length < NAME_MIN_CHARS;
    if (isPlain || words.length === 0 || words.length > NAME_MAX_WORDS) return;
    this.#names.add(words.join(" "));
    for (let count = 1; count < words.length; count += 1)
      this.#begun.add(words.slice(0, count).join(" "));
  }

  has(words: readonly string[]): boolean {
    return this.#names.has(words.join(" "));
  }

  /** True where a name begins like that, and goes on. */
  isBegunBy(words: readonly string[]): boolean {
    return this.#begun.has(words.join(" "));
  }
}
