/**
 * What a text of the public side must pass before it leaves. It compares the words with the hidden ones of its run, cuts
 * what stands there, and lets everything else through. It holds back only what could still become a part of a hidden text.
 */
import type { HiddenNames } from "./hidden-names.ts";
import { type HiddenWords, NO_ROW, type Row } from "./hidden-words.ts";
import { NAME_MAX_WORDS, ROW_MIN_CHARS, ROW_MIN_WORDS } from "./limits.ts";
import { type Word, WordReader } from "./read-words.ts";

export type Hidden = {
  /** Prose: prompts, descriptions, results. */
  rows: HiddenWords;
  names: HiddenNames;
  /** True where the same words stand in what the person wrote or attached, or in what is public. */
  isOpen: (words: readonly string[]) => boolean;
};

/** `start` and `end` are offsets into the text as it was written. */
export type Cut = { kind: "row" | "name"; start: number; end: number };

export class GlassMeter {
  readonly cuts: Cut[] = [];
  readonly #hidden: Hidden;
  readonly #mark: string;
  readonly #reader = new WordReader();
  /** The text from `#released` on. */
  #held = "";
  #released = 0;
  /** The last words, as many as a row or a name may need. */
  #recent: readonly Word[] = [];
  #row: Row = NO_ROW;

  /** @param mark stands in the place of what is cut */
  constructor(hidden: Hidden, mark: string) {
    this.#hidden = hidden;
    this.#mark = mark;
  }

  /** @returns what may leave by now */
  push(text: string): string {
    this.#held += text;
    const passed = this.#pass(this.#reader.push(text));
    const open = [this.#lastRow()[0], this.#begunName()[0]].flatMap((word) => word?.start ?? []);
    return passed + this.#releaseUntil(Math.min(...open, this.#reader.undecidedFrom));
  }

  /** @returns the rest */
  end(): string {
    return this.#pass(this.#reader.end()) + this.#releaseUntil(this.#released + this.#held.length);
  }

  #pass(words: readonly Word[]): string {
    return words.map((word) => this.#passWord(word)).join("");
  }

  #passWord(word: Word): string {
    this.#row = this.#hidden.rows.step(this.#row, word.word);
    this.#recent = [...this.#recent, word].slice(-Math.max(ROW_MIN_CHARS, NAME_MAX_WORDS));
    const row = this.#lastRow();
    if (isTelling(row) && !this.#isOpen(row)) return this.#cut("row", row);
    const name = this.#lastName();
    return name && !this.#isOpen(name) ? this.#cut("name", name) : "";
  }

  /** Of the words that stand in a row in a hidden text, as many as tell it from chance, or all. */
  #lastRow(): readonly Word[] {
    const row = this.#row.length > 0 ? this.#recent.slice(-this.#row.length) : [];
    for (let count = ROW_MIN_WORDS; count < row.length; count += 1)
      if (isTelling(row.slice(-count))) return row.slice(-count);
    return row;
  }

  #lastName(): readonly Word[] | undefined {
    return this.#lastWords().find((words) => this.#hidden.names.has(words.map(({ word }) => word)));
  }

  /** The longest that could still become a name. */
  #begunName(): readonly Word[] {
    const { names } = this.#hidden;
    return (
      this.#lastWords().findLast((words) => names.isBegunBy(words.map(({ word }) => word))) ?? []
    );
  }

  /** The last word, the last two, and so on, as many as a name may have. */
  #lastWords(): (readonly Word[])[] {
    const most = Math.min(NAME_MAX_WORDS, this.#recent.length);
    return Array.from({ length: most }, (_, more) => this.#recent.slice(-more - 1));
  }

  #isOpen(words: readonly Word[]): boolean {
    return this.#hidden.isOpen(words.map(({ word }) => word));
  }

  #cut(kind: Cut["kind"], words: readonly Word[]): string {
    const start = words[0]?.start ?? this.#released;
    const end = words.at(-1)?.end ?? start;
    const last = this.cuts.at(-1);
    if (last && start <= last.end) {
      last.end = end;
      this.#skipUntil(end);
      return "";
    }
    const before = this.#releaseUntil(start);
    this.cuts.push({ kind, start, end });
    this.#skipUntil(end);
    return before + this.#mark;
  }

  #releaseUntil(until: number): string {
    const out = this.#held.slice(0, Math.max(0, until - this.#released));
    this.#skipUntil(this.#released + out.length);
    return out;
  }

  #skipUntil(until: number): void {
    this.#held = this.#held.slice(Math.max(0, until - this.#released));
    this.#released = Math.max(this.#released, until);
  }
}

/** Long enough to be told from chance. */
function isTelling(row: readonly Word[]): boolean {
  const chars = row.reduce((sum, { word }) => sum + word.length, 0);
  return row.length >= ROW_MIN_WORDS && chars >= ROW_MIN_CHARS;
}
