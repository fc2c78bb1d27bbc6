/**
 * What a text of the public side must pass before it leaves. It compares the words with the hidden ones of its run, cuts
 * what stands there, and lets everything else through. It holds back only what could still become a part of a hidden text.
 */
import type { HiddenNames } from "./hidden-names.ts";
import { type HiddenWords, NO_ROW, type Row } from "./hidden-words.ts";
import {
  FOUND_MAX_CHARS,
  GAP_MAX_CHARS,
  NAME_MAX_WORDS,
  ROW_MIN_CHARS,
  ROW_MIN_WORDS,
} from "./limits.ts";
import { type Word, WordReader, wordsOf } from "./read-words.ts";

export type Hidden = {
  /** Prose: prompts, descriptions, results. It may grow while a text passes. */
  readonly rows: readonly { from: string; words: HiddenWords }[];
  readonly names: HiddenNames;
  /** True where the same words stand in what the person wrote or attached, or in what is public. */
  isOpen(words: readonly string[]): boolean;
};

/** `start` and `end` are offsets into the text as it was written. */
export type Cut = { kind: "row" | "name"; start: number; end: number };

/** `from`: the hidden text that it stands in. `text`: how it was written, of a long one the beginning. */
export type Found = Cut & { from: string; text: string };

/** How much of a hidden text leaves before the rest is held. Both are less than the shortest text that is cut. */
type Lead = { words: number; base64Chars: number };
const NO_LEAD: Lead = { words: 0, base64Chars: 0 };

const RECENT_WORDS = Math.max(ROW_MIN_CHARS, NAME_MAX_WORDS);

export class GlassMeter {
  readonly cuts: Cut[] = [];
  readonly #hidden: Hidden;
  readonly #mark: string | null;
  readonly #tell: (found: Found) => void;
  readonly #lead: Lead;
  #reader: WordReader;
  /** The text from `#released` on. */
  #held = "";
  #released = 0;
  /** The last words, as many as a row or a name may need. */
  #recent: Word[] = [];
  /** The last words of base64 as it stands. */
  #aside: readonly Word[] = [];
  /** For each hidden text, where the last words stand in it. */
  #rows: Row[] = [];
  /** The newest cut, until it is told. */
  #found: Found | null = null;

  /**
   * @param mark stands in the place of what is cut; null: nothing is cut
   * @param tell hears what is cut, or would be, when it is over
   * @param lead what of a hidden text leaves before the rest is held
   */
  constructor(
    hidden: Hidden,
    mark: string | null,
    tell: (found: Found) => void = () => {},
    lead: Lead = NO_LEAD,
  ) {
    this.#hidden = hidden;
    this.#mark = mark;
    this.#tell = tell;
    this.#lead = lead;
    this.#reader = new WordReader(lead.base64Chars);
  }

  /** A text that has left already, and that the next one goes on behind. */
  follow(text: string): void {
    this.#held += text;
    this.#pass(this.#reader.push(text));
    this.#skipUntil(this.#released + this.#held.length);
  }

  /** @returns what may leave by now */
  push(text: string): string {
    this.#held += text;
    const passed = this.#pass(this.#reader.push(text));
    const undecided = this.#reader.undecidedFrom;
    const until = Math.min(
      undecided,
      this.#lastRow()[this.#lead.words]?.start ?? undecided,
      this.#begunName()[0]?.start ?? undecided,
      this.#heldWord()?.start ?? undecided,
    );
    return passed + (this.#isBehindCut(until) ? "" : this.#releaseUntil(until));
  }

  /** @returns the rest. More may follow: what is hidden is found over such an end, and only what had left before stays. */
  end(): string {
    const rest = this.#pass(this.#reader.end());
    this.#tellFound();
    return rest + this.#releaseUntil(this.#released + this.#held.length);
  }

  /** @returns what `end` would return if nothing more came */
  get rest(): string {
    if (this.#held === "" && this.#reader.openWord === null) return "";
    const copy = new GlassMeter(this.#hidden, this.#mark, undefined, this.#lead);
    copy.cuts.push(...this.cuts.slice(-1).map((cut) => ({ ...cut })));
    copy.#reader = this.#reader.copy();
    copy.#held = this.#held;
    copy.#released = this.#released;
    copy.#recent = [...this.#recent];
    copy.#aside = this.#aside;
    copy.#rows = [...this.#rows];
    return copy.end();
  }

  #pass(words: readonly Word[]): string {
    let out = "";
    for (const word of words) out += this.#passWord(word);
    return out;
  }

  #passWord(word: Word): string {
    if (word.isAside) {
      this.#aside = [...this.#aside, word].slice(-NAME_MAX_WORDS);
      return this.#cutName(this.#aside) ?? "";
    }
    if (this.#aside.length > 0) this.#aside = [];
    this.#seeNewRows();
    for (const [index, { words }] of this.#hidden.rows.entries())
      this.#rows[index] = words.step(this.#rows[index] ?? NO_ROW, word.word);
    this.#recent.push(word);
    if (this.#recent.length > RECENT_WORDS) this.#recent.shift();
    const row = this.#lastRow();
    if (isTelling(row) && !this.#isOpen(row))
      return this.#cut("row", row.slice(this.#lead.words), this.#longest().from);
    const before = this.#cutName(this.#recent);
    if (before === null) this.#tellFound();
    return before ?? "";
  }

  /** The last words may begin a text that was just hidden. */
  #seeNewRows(): void {
    for (const { words } of this.#hidden.rows.slice(this.#rows.length))
      this.#rows.push(rowOf(words, this.#recent));
  }

  #longest(): { length: number; from: string } {
    let longest = { length: 0, from: "" };
    for (const [index, { length }] of this.#rows.entries())
      if (length > longest.length) longest = { length, from: this.#hidden.rows[index]?.from ?? "" };
    return longest;
  }

  /** The end of the row that stands in a hidden text: as few words as rule out chance, or all. */
  #lastRow(): readonly Word[] {
    const { length } = this.#longest();
    if (length === 0) return [];
    const row = this.#recent.slice(-length);
    for (let count = ROW_MIN_WORDS; count < row.length; count += 1)
      if (isTelling(row.slice(-count))) return row.slice(-count);
    return row;
  }

  /** @returns what leaves before the name that the last words are; null where they are none */
  #cutName(recent: readonly Word[]): string | null {
    const { names } = this.#hidden;
    for (const words of lastWords(recent, names)) {
      const from = names.find(words.map(({ word }) => word));
      if (from !== undefined && !this.#isOpen(words)) return this.#cut("name", words, from);
    }
    return null;
  }

  /** The open word, if it could still become part of a row that is cut, or a name. */
  #heldWord(): Pick<Word, "start"> | null {
    const open = this.#reader.openWord;
    if (open === null) return null;
    this.#seeNewRows();
    const isHeld =
      this.#longest().length >= this.#lead.words || this.#hidden.names.mayBegin(open.letters);
    return isHeld ? open : null;
  }

  /** The longest that could still become a name. */
  #begunName(): readonly Word[] {
    const { names } = this.#hidden;
    return (
      lastWords(this.#recent, names).findLast((words) =>
        names.isBegunBy(words.map(({ word }) => word)),
      ) ?? []
    );
  }

  #isOpen(words: readonly Word[]): boolean {
    return this.#hidden.isOpen(words.map(({ word }) => word));
  }

  #cut(kind: Cut["kind"], words: readonly Word[], from: string): string {
    const start = words[0]?.start ?? this.#released;
    const end = words.at(-1)?.end ?? start;
    const last = this.cuts.at(-1);
    if (last && start <= last.end) {
      const more = this.#heldBetween(last.end, end);
      last.end = end;
      if (this.#found)
        this.#found = { ...this.#found, end, text: shorten(this.#found.text + more) };
      return this.#leaveOut(end);
    }
    this.#tellFound();
    const sharesMark = this.#isBehindCut(start);
    this.cuts.push({ kind, start, end });
    this.#found = { kind, start, end, from, text: shorten(this.#heldBetween(start, end)) };
    if (sharesMark) return this.#leaveOut(end);
    const before = this.#releaseUntil(start);
    return before + (this.#mark ?? "") + this.#leaveOut(end);
  }

  /** True where no word has come since the last cut. What stands there waits: another cut shares the mark of the last. */
  #isBehindCut(until: number): boolean {
    if (this.#mark === null || this.cuts.at(-1)?.end !== this.#released) return false;
    const gap = this.#heldBetween(this.#released, until);
    return gap.length <= GAP_MAX_CHARS && wordsOf(gap).length === 0;
  }

  #tellFound(): void {
    if (this.#found) this.#tell(this.#found);
    this.#found = null;
  }

  #heldBetween(start: number, end: number): string {
    return this.#held.slice(Math.max(0, start - this.#released), Math.max(0, end - this.#released));
  }

  #leaveOut(until: number): string {
    if (this.#mark === null) return this.#releaseUntil(until);
    this.#skipUntil(until);
    return "";
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

/** The last word, the last two, and so on, as long as names have such words. */
function lastWords(recent: readonly Word[], names: HiddenNames): (readonly Word[])[] {
  const last = recent.at(-1);
  if (last === undefined || !names.has(last.word)) return [];
  const foreign = recent.findLastIndex(({ word }) => !names.has(word));
  const most = Math.min(NAME_MAX_WORDS, recent.length - 1 - foreign);
  return Array.from({ length: most }, (_, more) => recent.slice(-more - 1));
}

const rowOf = (hidden: HiddenWords, words: readonly Word[]) =>
  words.reduce((row, { word }) => hidden.step(row, word), NO_ROW);

const shorten = (text: string) => text.slice(0, FOUND_MAX_CHARS);

/** Long enough to be told from chance. */
function isTelling(row: readonly Word[]): boolean {
  if (row.length < ROW_MIN_WORDS) return false;
  const chars = row.reduce((sum, { word }) => sum + word.length, 0);
  return chars >= ROW_MIN_CHARS;
}
