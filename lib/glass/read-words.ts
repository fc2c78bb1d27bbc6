/**
 * Reads the words of a text as a reader would understand them: without regard to case, forms of characters, what is not
 * seen, marks of Markdown and HTML, escapes of JSON, and one layer of base64. Text comes in any pieces; a word is read when
 * what it stands in has ended.
 */
import { withoutEnd } from "../contracts/tools/without-end.ts";
import { decodeRun } from "./decode-run.ts";
import { OPEN_WORD_LETTERS_MAX } from "./limits.ts";

/**
 * `start` and `end` are offsets into the whole text, in UTF-16 units. `isAside`: how base64 reads as it stands, which may be a
 * name; what it holds follows.
 */
export type Word = { word: string; start: number; end: number; isAside?: true };

/** One step of reading: plain letters and digits, an escape, an entity, a tag, a surrogate pair, or one character. */
const STEP =
  /[a-z0-9]+|\\u[0-9a-f]{4}|\\[nrt]|\\|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|lowbar|nbsp|amp|lt|gt|quot);|<\/?[a-z]{1,10}\s?\/?>|[\ud800-\udbff][\udc00-\udfff]|[\s\S]/giy;

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

const PLAIN = /^[a-z0-9]/i;
/** Of base64, besides plain letters and digits. */
const OF_RUNS = /^[+/=_-]$/;
/** Base64 goes on in the next line, and nowhere else. */
const LINE_BREAK = /^(?:[\r\n]|\\[nr])$/;
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;
/** A tag that a reader sees as a break. Others stand within words. */
const BREAK = /^<\/?(?:br|dd|div|dt|hr|li|p|td|th|tr)[\s/>]/i;
const MARKUP = /^[*`~\\]$/;
const OF_WORDS = /^[\p{L}\p{M}\p{N}_]+$/u;
const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}_]$/u;
/** Scripts that write without spaces: each character is a word. */
const ALONE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+$/u;

/** What the reader is in the middle of. */
type Middle = {
  /** Not read yet, and where it begins. */
  rest: string;
  at: number;
  word: string;
  /** Its letters and digits without accents, as many as tell it from a name. */
  letters: string;
  start: number;
  end: number;
  /** Characters of base64 in a row, where they begin, and the words that they are if they are no base64. */
  run: string;
  /** Its first characters, as many as may leave. */
  runHead: string;
  isPadded: boolean;
  runStart: number;
  runWords: Word[];
  /** The last word of a decoded run, which goes on in the next line of it. */
  carried: Word | null;
  /** True behind a decoded run: its last line may be short. */
  isDecoding: boolean;
};

const NOTHING: Middle = {
  rest: "",
  at: 0,
  word: "",
  letters: "",
  start: 0,
  end: 0,
  run: "",
  runHead: "",
  isPadded: false,
  runStart: 0,
  runWords: [],
  carried: null,
  isDecoding: false,
};

export class WordReader {
  readonly #base64Lead: number;
  #now: Middle;

  /** @param base64Lead how many characters of base64, at most, count as the beginning of a word and not as base64 */
  constructor(base64Lead = 0, now: Middle = NOTHING) {
    this.#base64Lead = base64Lead;
    this.#now = { ...now, runWords: [...now.runWords] };
  }

  /** A reader that goes on from here apart from this one. */
  copy(): WordReader {
    return new WordReader(this.#base64Lead, this.#now);
  }

  /** The word that the text has ended in, so far. Null between words. */
  get openWord(): { letters: string; start: number } | null {
    const { word, letters, start } = this.#now;
    return word === "" ? null : { letters, start };
  }

  /** Where base64 begins that has not ended, or a step that may become a longer one; else the end of the text. */
  get undecidedFrom(): number {
    const { at, run, runWords, carried } = this.#now;
    return Math.min(
      at,
      run === "" ? at : this.#runFrom,
      runWords[0]?.start ?? at,
      carried?.start ?? at,
    );
  }

  /** Where a run of base64 begins, behind what reads like the beginning of a word. */
  get #runFrom(): number {
    const { runHead, runStart, isDecoding } = this.#now;
    const plain = isDecoding ? "" : (/^[A-Z]?[a-z]*/.exec(runHead)?.[0] ?? "");
    return runStart + plain.length;
  }

  push(text: string): Word[] {
    return this.#read(this.#now.rest + text, false);
  }

  end(): Word[] {
    return this.#read(this.#now.rest, true);
  }

  #read(text: string, isEnd: boolean): Word[] {
    const now = this.#now;
    const found: Word[] = [];
    const begun = isEnd ? -1 : text.search(BEGUN);
    const until = begun < 0 ? text.length : begun;
    for (let from = 0; from < until; ) {
      // What a run holds is read by the same expression.
      STEP.lastIndex = from;
      const step = STEP.exec(text)?.[0] ?? "";
      this.#take(step, found);
      now.at += step.length;
      from += step.length;
    }
    now.rest = text.slice(until);
    if (isEnd) {
      this.#finishRun(found);
      this.#finishWord(found);
      this.#finishCarried(found);
    }
    return found;
  }

  #take(step: string, found: Word[]): void {
    const now = this.#now;
    // Padding ends base64, also where more characters of it follow.
    if (now.isPadded && step !== "=") this.#finishRun(found);
    if (PLAIN.test(step)) {
      this.#extendRun(step);
      this.#extendWord(step.toLowerCase(), step.length);
      return;
    }
    const said = step.length === 1 ? step : meantBy(step);
    if (said === "" || MARKUP.test(said) || UNSEEN.test(said)) return;
    const isOfRun = OF_RUNS.test(step);
    if (isOfRun) this.#extendRun(step);
    else {
      this.#finishRun(found);
      if (!LINE_BREAK.test(step)) this.#endDecoding(found);
    }
    const folded = said.normalize("NFKC").toLowerCase();
    const words = isOfRun ? now.runWords : found;
    const isWord = OF_WORDS.test(folded);
    const isAlone = isWord && ALONE.test(folded);
    if (!isWord || isAlone) this.#finishWord(words);
    if (isWord) this.#extendWord(folded, step.length);
    if (isAlone) this.#finishWord(words);
  }

  #extendRun(step: string): void {
    const now = this.#now;
    if (now.run === "") now.runStart = now.at;
    if (now.runHead.length < this.#base64Lead)
      now.runHead = (now.runHead + step).slice(0, this.#base64Lead);
    now.run += step;
    now.isPadded = step === "=";
  }

  #extendWord(folded: string, length: number): void {
    const now = this.#now;
    if (now.word === "") now.start = now.at;
    now.word += folded;
    if (now.letters.length < OPEN_WORD_LETTERS_MAX)
      now.letters = (now.letters + lettersOf(folded)).slice(0, OPEN_WORD_LETTERS_MAX);
    now.end = now.at + length;
  }

  /** A run of base64 says what it holds; any other is the words that it looks like. */
  #finishRun(found: Word[]): void {
    const now = this.#now;
    const { run, runWords, isPadded } = now;
    if (run === "") return;
    const place = { start: this.#runFrom, end: now.at };
    now.run = "";
    now.runHead = "";
    now.isPadded = false;
    const decoded = decodeRun(run, now.isDecoding);
    if (decoded === null) {
      now.runWords = [];
      if (runWords.length > 0) this.#endDecoding(found);
      found.push(...runWords);
      return;
    }
    now.isDecoding = true;
    this.#finishWord(runWords);
    found.push(...runWords.map((word) => ({ ...word, isAside: true as const })));
    const said = wordsOf(decoded).map(({ word }) => ({ word, ...place }));
    if (now.carried !== null && OF_WORDS.test(decoded.slice(0, 1)) && said[0])
      said[0] = { ...said[0], word: now.carried.word + said[0].word, start: now.carried.start };
    else this.#finishCarried(found);
    const goesOn = ENDS_IN_WORD.test(decoded) && !isPadded;
    now.carried = goesOn ? (said.pop() ?? null) : null;
    now.runWords = [];
    found.push(...said);
  }

  #finishCarried(found: Word[]): void {
    if (this.#now.carried !== null) found.push(this.#now.carried);
    this.#now.carried = null;
  }

  #endDecoding(found: Word[]): void {
    this.#now.isDecoding = false;
    this.#finishCarried(found);
  }

  #finishWord(found: Word[]): void {
    const { word: read, start, end } = this.#now;
    // An underscore at the edge of a word is emphasis.
    const word = withoutEnd(read.normalize("NFKC").replace(/^_+/, ""), "_");
    if (word !== "") {
      // Within a run it is not decided yet whether it is a word.
      if (found !== this.#now.runWords) this.#endDecoding(found);
      found.push({ word, start, end });
    }
    this.#now.word = "";
    this.#now.letters = "";
  }
}

/**
 * What of a word is the same however it goes on: an accent may follow a letter or change places with another one, and an
 * underscore may turn out to be emphasis.
 */
export function lettersOf(word: string): string {
  return /^[a-z0-9]*$/.test(word) ? word : word.normalize("NFKD").replace(/[\p{M}_]/gu, "");
}

/** @returns nothing for what is only a mark, white space for a break */
function meantBy(step: string): string {
  const [first] = step;
  if (first === "<" && step.length > 1) return BREAK.test(step) ? " " : "";
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
