/** What one run hides, what of it is open all the same, and the meters that its texts pass before they leave. */
import type { Glass } from "../contracts/model/glass.ts";
import { type Cut, type Found, GlassMeter, type Hidden } from "./glass-meter.ts";
import { HiddenNames } from "./hidden-names.ts";
import { hiddenWordsOf } from "./hidden-words.ts";
import { FOUND_MAX_CHARS, LETTERS_MIN, STREAM_LEAD } from "./limits.ts";
import { type Disguise, undisguise } from "./rare-disguises.ts";
import { wordsOf } from "./read-words.ts";

/** `cut`: what is hidden does not leave. `note`: it leaves, and is on record. `off`: nothing is compared. */
export type GlassMode = "cut" | "note" | "off";

/** A text that did not leave, or that should not have. `from`: the segment, tool or field that it stands in. */
export type LeftOut = { kind: Cut["kind"] | Disguise; from: string; start: number; text: string };

export class RunGlass implements Hidden, Glass {
  readonly rows: Hidden["rows"][number][] = [];
  readonly names = new HiddenNames();
  readonly #keys = new Set<string>();
  /** What the person wrote and attached, and what is public; read when it matters. */
  readonly #shown = new Map<string, string | null>();
  readonly #told = new Set<string>();
  readonly #mode: GlassMode;
  readonly #mark: string;
  readonly #tell: (found: LeftOut) => void;

  /**
   * @param mark stands in the place of what is cut
   * @param tell hears of each hidden text once
   */
  constructor(mode: GlassMode, mark: string, tell: (found: LeftOut) => void) {
    this.#mode = mode;
    this.#mark = mark;
    this.#tell = tell;
  }

  hide(from: string, key: string, texts: () => readonly string[]): void {
    if (this.#mode === "off" || this.#keys.has(key)) return;
    this.#keys.add(key);
    this.rows.push({ from, words: hiddenWordsOf(key, texts) });
  }

  hideName(from: string, name: string): void {
    if (this.#mode !== "off") this.names.add(name, from);
  }

  hideId(from: string, id: string): void {
    if (this.#mode !== "off") this.names.addId(id, from);
  }

  show(text: string): void {
    if (this.#mode !== "off" && !this.#shown.has(text)) this.#shown.set(text, null);
  }

  isOpen(words: readonly string[]): boolean {
    const row = ` ${words.join(" ")} `;
    for (const [text, read] of this.#shown) {
      const known =
        read ??
        ` ${wordsOf(text)
          .map(({ word }) => word)
          .join(" ")} `;
      if (read === null) this.#shown.set(text, known);
      if (known.includes(row)) return true;
    }
    return false;
  }

  /** Looks in a text that has left for hidden words in a rare disguise. It can only tell of them. */
  lookBehind(text: string): void {
    for (const { as, said } of undisguise(text)) {
      const from = as === "letter-spaced" ? this.#fromLetters(said) : this.#fromWords(said);
      if (from !== undefined)
        this.#tell({ kind: as, from, start: 0, text: said.slice(0, FOUND_MAX_CHARS) });
    }
  }

  #fromLetters(letters: string): string | undefined {
    return this.rows.find(({ words }) =>
      words.hasLetters(letters.slice(0, FOUND_MAX_CHARS), LETTERS_MIN),
    )?.from;
  }

  #fromWords(said: string): string | undefined {
    const found: string[] = [];
    const meter = new GlassMeter(this, null, ({ from }) => found.push(from));
    meter.push(said);
    meter.end();
    return found[0];
  }

  /** A meter for one text that is read while it comes. */
  newMeter(): GlassMeter {
    return this.#meter(STREAM_LEAD);
  }

  #meter(lead?: typeof STREAM_LEAD): GlassMeter {
    const tellOnce = (found: Found) => {
      const told = `${found.from} ${found.text}`;
      if (this.#told.has(told)) return;
      this.#told.add(told);
      this.#tell(found);
    };
    return new GlassMeter(this, this.#mode === "cut" ? this.#mark : null, tellOnce, lead);
  }

  pass(text: string): string {
    if (this.#mode === "off" || text === "") return text;
    const meter = this.#meter();
    return meter.push(text) + meter.end();
  }
}
