/**
 * What a text of the public side must pass before it leaves. It compares the words with the hidden ones of its run, cuts
 * what stands there, and lets everything else through. It holds back only what could still become a part of a hidden text.
 */
import type { HiddenWords, Row } from "./hidden-words.ts";
import { NO_ROW } from "./hidden-words.ts";
import { NAME_MIN_CHARS, ROW_MIN_CHARS, ROW_MIN_WORDS } from "./limits.ts";
import { type Word, WordReader } from "./read-words.ts";

export type Hidden = {
  /** Prose: prompts, descriptions, results. */
  rows: HiddenWords;
  /** Names of tools, ids and keys, in canonical form, each a row of words joined by a space. */
  names: ReadonlySet<string>;
  /** The same row stands in what the person wrote or attached, or in what is public. */
  isOpen: (words: readonly string[]) => boolean;
};

/** `start` and `end` are offsets into the text as it was written. */
export type Cut = { kind: "row" | "name"; start: number; end: number };

export class GlassMeter {
  readonly #reader = new WordReader();
  /** From `#released` on. */
  #held = "";
  #released = 0;
  #recent: Word[] = [];
  #row: Row = NO_ROW;
  #isCutting = false;
  readonly cuts: Cut[] = [];

  /** @param mark stands in the place of what is cut */
  constructor(
    private readonly hidden: Hidden,
    private readonly mark: string,
  ) {}

  /** @returns what may leave by now */
  push(text: string): string {
    this.#held += text;
    return this.#pass(this.#reader.push(text)) + this.#releaseUntil(this.#safeUntil());
  }

  /** @returns the rest */
  end(): string {
    const passed = this.#pass(this.#reader.end());
    return passed + this.#releaseUntil(this.#released + this.#held.length);
  }

  #pass(words: readonly Word[]): string {
    let out = "";
    for (const word of words) out += this.#passWord(word);
    return out;
  }

  #passWord(word: Word): string {
    const before = this.#row.length;
    this.#row = this.hidden.rows.step(this.#row, word.word);
    this.#recent.push(word);
    const goesOn = this.#isCutting && this.#row.length === before + 1;
    if (goesOn) return this.#drop(word.end, "row", word.start);
    this.#isCutting = false;
    const row = this.#recent.slice(-this.#row.length || this.#recent.length);
    this.#recent = this.#row.length === 0 ? this.#recent.slice(-NAME_WORDS_MAX) : this.#recent.slice(-Math.max(this.#row.length, NAME_WORDS_MAX));
    if (this.#row.length > 0 && isTelling(row) && !this.#isOpen(row)) {
      this.#isCutting = true;
      return this.#cut("row", row);
    }
    const name = this.#nameAtEnd();
    return name && !this.#isOpen(name) ? this.#cut("name", name) : "";
  }

  #isOpen(words: readonly Word[]): boolean {
    return this.hidden.isOpen(words.map(({ word }) => word));
  }

  #nameAtEnd(): readonly Word[] | null {
    for (let count = 1; count <= Math.min(NAME_WORDS_MAX, this.#recent.length); count += 1) {
      const words = this.#recent.slice(-count);
      const name = words.map(({ word }) => word).join(" ");
      if (name.length >= NAME_MIN_CHARS && this.hidden.names.has(name)) return words;
    }
    return null;
  }

  #cut(kind: Cut["kind"], words: readonly Word[]): string {
    const start = Math.max(words[0]?.start ?? this.#released, this.#released);
    const end = words.at(-1)?.end ?? start;
    const before = this.#releaseUntil(start);
    this.cuts.push({ kind, start, end });
    this.#skipUntil(end);
    return before + this.mark;
  }

  /** A cut that goes on. */
  #drop(end: number, _kind: Cut["kind"], _start: number): string {
    const cut = this.cuts.at(-1);
    if (cut) cut.end = end;
    this.#skipUntil(end);
    return "";
  }

  #safeUntil(): number {
    const undecided = this.#reader.undecidedFrom;
    const kept = this.#isCutting ? undefined : this.#recent.at(-this.#row.length || this.#recent.length);
    return this.#row.length > 0 && kept ? Math.min(kept.start, undecided) : undecided;
  }

  #releaseUntil(until: number): string {
    const count = Math.max(0, until - this.#released);
    const out = this.#held.slice(0, count);
    this.#skipUntil(this.#released + out.length);
    return out;
  }

  #skipUntil(until: number): void {
    if (until <= this.#released) return;
    this.#held = this.#held.slice(until - this.#released);
    this.#released = until;
  }
}

/** A UUID has five. */
const NAME_WORDS_MAX = 5;

/** Long enough to be told from chance. */
function isTelling(row: readonly Word[]): boolean {
  const chars = row.reduce((sum, { word }) => sum + word.length, 0);
  return row.length >= ROW_MIN_WORDS && chars >= ROW_MIN_CHARS;
}
