/** Letters and digits of words without what stands between them, and where each word begins. */
import "server-only";

export class Letters {
  readonly text: string;
  readonly #words: readonly string[];
  readonly #starts: number[] = [];
  /** Of each letter the number of its word. */
  readonly #wordAt: number[] = [];

  constructor(words: readonly string[]) {
    this.#words = words;
    this.text = words.join("");
    for (const [index, word] of words.entries()) {
      this.#starts.push(this.#wordAt.length);
      for (let at = 0; at < word.length; at += 1) this.#wordAt.push(index);
    }
  }

  /** True between two words, and at both ends. */
  isEdge(at: number): boolean {
    return this.#wordAt[at] === undefined || this.#wordAt[at] !== this.#wordAt[at - 1];
  }

  /** Of how many words these letters are. */
  countWords(from: number, to: number): number {
    return (this.#wordAt[to - 1] ?? 0) - (this.#wordAt[from] ?? 0) + 1;
  }

  /** Where the word that stands here ends. */
  endOfWord(at: number): number {
    const next = (this.#wordAt[at] ?? this.#words.length) + 1;
    return this.#starts[next] ?? this.text.length;
  }

  /** The words that these letters belong to. */
  wordsOf(from: number, to: number): string {
    return this.#words.slice(this.#wordAt[from], (this.#wordAt[to - 1] ?? 0) + 1).join(" ");
  }
}
