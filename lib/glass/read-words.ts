/**
 * Reads the words of a text as a reader would understand them: without regard to case, forms of characters, what is not
 * seen, marks of Markdown and HTML, and escapes of JSON. Text comes in any pieces; a word is read when it has ended.
 */

/** `start` and `end` are offsets into the whole text, in UTF-16 units. */
export type Word = { word: string; start: number; end: number };

/** One step of reading: an escape, an entity, a tag, a surrogate pair, or one character. */
const STEP =
  /\\u[0-9a-f]{4}|\\[nrt]|\\|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|lowbar|nbsp|amp|lt|gt|quot);|<\/?[a-z]{1,10}\s?\/?>|[\ud800-\udbff][\udc00-\udfff]|[^]/giy;

/** What may become one of the longer steps when more of the text is there. */
const BEGUN =
  /(?:\\(?:u[0-9a-f]{0,3})?|&(?:#?x?[0-9a-z]{0,7})?|<\/?[a-z]{0,10}\s?\/?|[\ud800-\udbff])$/i;

const NAMED: Readonly<Record<string, string>> = {
  lowbar: "_",
  nbsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
};

const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;
const MARKUP = /^[*`~]$/;
const OF_WORDS = /^[\p{L}\p{M}\p{N}_]+$/u;
/** Scripts that write without spaces: each character is a word. */
const ALONE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+$/u;

export class WordReader {
  /** Not read yet. */
  #rest = "";
  #at = 0;
  #word = "";
  #start = 0;
  #end = 0;

  /** Where what is not decided yet begins: a word that may go on, or a step that may become a longer one. */
  get undecidedFrom(): number {
    return this.#word === "" ? this.#at : this.#start;
  }

  push(text: string): Word[] {
    return this.#read(this.#rest + text, false);
  }

  end(): Word[] {
    return this.#read(this.#rest, true);
  }

  #read(text: string, isEnd: boolean): Word[] {
    const found: Word[] = [];
    const begun = isEnd ? -1 : text.search(BEGUN);
    const until = begun < 0 ? text.length : begun;
    STEP.lastIndex = 0;
    for (let from = 0; from < until; from = STEP.lastIndex) {
      const step = STEP.exec(text)?.[0] ?? "";
      this.#take(step, found);
      this.#at += step.length;
    }
    this.#rest = text.slice(until);
    if (isEnd) this.#finish(found);
    return found;
  }

  #take(step: string, found: Word[]): void {
    const said = step.length === 1 ? step : meantBy(step);
    if (said === "" || MARKUP.test(said) || UNSEEN.test(said)) return;
    const folded = said.normalize("NFKC").toLowerCase();
    if (!OF_WORDS.test(folded)) {
      this.#finish(found);
      return;
    }
    if (ALONE.test(folded)) this.#finish(found);
    if (this.#word === "") this.#start = this.#at;
    this.#word += folded;
    this.#end = this.#at + step.length;
    if (ALONE.test(folded)) this.#finish(found);
  }

  #finish(found: Word[]): void {
    // An underscore at the edge of a word is emphasis.
    const word = this.#word.normalize("NFKC").replace(/^_+|_+$/g, "");
    if (word !== "") found.push({ word, start: this.#start, end: this.#end });
    this.#word = "";
  }
}

/** @returns nothing for what is only a mark */
function meantBy(step: string): string {
  const [first] = step;
  if (first === "<" && step.length > 1) return "";
  if (first === "\\") {
    if (step.length > 2) return String.fromCharCode(Number.parseInt(step.slice(2), 16));
    return step.length === 2 ? " " : "";
  }
  if (first !== "&") return step;
  const name = step.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return NAMED[name] ?? step;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}

export function wordsOf(text: string): Word[] {
  const reader = new WordReader();
  return [...reader.push(text), ...reader.end()];
}
