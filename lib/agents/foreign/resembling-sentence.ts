/** Finds the sentence of a foreign text that a call most resembles, so that a person sees what may have asked for it. */
import "server-only";
import { isForeign, type Origin, wasMade } from "../../contracts/model/origin.ts";
import {
  FOREIGN_SENTENCE_MAX_CHARS,
  FOREIGN_TEXT_SEARCHED_CHARS,
  FOREIGN_VALUE_MIN_CHARS,
  NAME_VALUE_MAX_WORDS,
  SENTENCE_NAMED_SCORE,
  SENTENCE_SCORE_MIN,
} from "../limits.ts";
import { isFigure } from "./leaving/figures.ts";
import { seen, UNSPACED_SCRIPTS, wordsIn } from "./leaving/words-in.ts";
import { type PromptText, textsOfJson } from "./prompt-texts.ts";

/** `sentence`: one line, as it was written. */
export type Resembling = { sentence: string; origin: Origin };

/** @returns null where no foreign text has enough of the call's words, nor a value of it */
export function findResembling(call: Call, texts: readonly PromptText[]): Resembling | null {
  // What the model said before is its own.
  const foreign = texts.filter(({ origin, role }) => isForeign(origin) && role !== "assistant");
  // What a model made out of a text is no better witness than the text.
  const read = foreign.filter(({ origin }) => !wasMade(origin));
  const made = foreign.filter(({ origin }) => wasMade(origin));
  return (
    bestOf(call, read) ??
    bestOf(call, made) ??
    holderOf(call.values, read) ??
    holderOf(call.values, made)
  );
}

type Call = {
  /** Of its tool. */
  name: string;
  /** What its tool does. */
  named: string;
  /** The question about it. */
  question: string;
  /** What it says, and whom it concerns. */
  values: readonly string[];
};

function bestOf(call: Call, texts: readonly PromptText[]): Resembling | null {
  const named = telling(`${call.name} ${call.named}`, 5);
  const says = telling([call.question, ...call.values].join(" "), 4);
  const names = namesOf(call.name);
  let best: Resembling | null = null;
  let most = 0;
  for (const text of texts) {
    for (const { sentence, row } of sentencesOf(text)) {
      const words = [...new Set(row.trim().split(" "))];
      const does = words.filter((word) => named.has(word)).length;
      const tells = words.filter((word) => says.has(word)).length;
      const isNamed = names.some((name) => row.includes(name));
      // A name, a title or an address alone asks for nothing.
      const isAlone = sentence.split(" ").length < 3 || (does === 0 && words.length - tells < 2);
      if (isAlone && !isNamed) continue;
      const score = does + 2 * tells + (isNamed ? SENTENCE_NAMED_SCORE : 0);
      if (score <= most || (does < 2 && score < SENTENCE_SCORE_MIN)) continue;
      most = score;
      best = { sentence: shorten(sentence, says), origin: text.origin };
    }
  }
  return best;
}

/** The sentence that has most of the call's names, addresses and figures, whatever its language. */
function holderOf(values: readonly string[], texts: readonly PromptText[]): Resembling | null {
  const parts = new Set(values.flatMap(tellingParts));
  const wanted = Map.groupBy(parts, (part) => part.split(" ", 1)[0] ?? "");
  let best: Resembling | null = null;
  let most = 0;
  for (const text of texts) {
    for (const { sentence, row } of sentencesOf(text)) {
      const held = heldIn(spaced(row), wanted);
      const chars = held.reduce((sum, { length }) => sum + length, 0);
      if (chars <= most || isNothingElse(sentence, held)) continue;
      most = chars;
      best = { sentence: shorten(sentence, new Set(held)), origin: text.origin };
    }
  }
  return best;
}

/** @param wanted rows of signs, by the first one */
function heldIn(row: string, wanted: ReadonlyMap<string, readonly string[]>): string[] {
  const held = new Set<string>();
  for (let at = 1; at < row.length; at = row.indexOf(" ", at) + 1)
    for (const part of wanted.get(row.slice(at, row.indexOf(" ", at))) ?? [])
      if (row.startsWith(`${part} `, at)) held.add(part);
  return [...held];
}

/** A value, and the addresses, figures and names in it, each as its signs in a row. */
function tellingParts(value: string): string[] {
  const words = value.split(/\s+/);
  const mayName = words.length <= NAME_VALUE_MAX_WORDS;
  const parts = words.filter(
    (word) =>
      /[@/]/.test(word) || wordsIn(word).some(isFigure) || (mayName && /^\p{Lu}/u.test(word)),
  );
  return [value, ...parts].filter(isTelling).map((part) => signsIn(part).join(" "));
}

/** A short plain word stands anywhere. Of what is written without spaces two signs are a name. */
function isTelling(part: string): boolean {
  const { length } = signsIn(part).join("");
  if (part.search(WITHOUT_SPACES) >= 0) return length >= 2;
  return length >= (/^\p{Ll}+$/u.test(part) ? FOREIGN_VALUE_MIN_CHARS : 3);
}

/** A name or an address alone asks for nothing. */
function isNothingElse(sentence: string, held: readonly string[]): boolean {
  const own = new Set(held.flatMap((part) => part.split(" ")));
  const others = spaced(sentence)
    .split(/\s+/)
    .filter((word) => {
      const signs = signsIn(word);
      return signs.length > 0 && !signs.some((sign) => own.has(sign));
    });
  return others.length < 2;
}

const WITHOUT_SPACES = new RegExp(`[${UNSPACED_SCRIPTS}\\p{Script=Hangul}]`, "gu");

/** Of scripts that write without spaces, or join particles to a name, each character is a word. */
const spaced = (text: string) => text.replace(WITHOUT_SPACES, " $& ").replace(/ +/g, " ");

const signsIn = (text: string) => wordsIn(spaced(text.normalize("NFKC")));

/** Whole, and its last two words, for MCP tools: ` send message `. */
function namesOf(tool: string): string[] {
  const words = wordsIn(tool);
  return [words, words.slice(-2)].map((name) => ` ${name.join(" ")} `);
}

/** Short words and ids stand anywhere. */
const telling = (text: string, minChars: number): ReadonlySet<string> =>
  new Set(wordsIn(text).filter((word) => word.length >= minChars && !/\p{N}/u.test(word)));

/** Of a long one the part around the first word that the call has. */
function shorten(sentence: string, says: ReadonlySet<string>): string {
  if (sentence.length <= FOREIGN_SENTENCE_MAX_CHARS) return sentence.toWellFormed();
  const lower = sentence.toLowerCase();
  const found = [...says].map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...found, sentence.length) - FOREIGN_SENTENCE_MAX_CHARS / 2);
  const part = sentence.slice(from, from + FOREIGN_SENTENCE_MAX_CHARS).toWellFormed();
  return `${from > 0 ? "…" : ""}${part}…`;
}

/** `row`: its words, each between spaces. */
type Sentence = { sentence: string; row: string };

const known = new WeakMap<PromptText, readonly Sentence[]>();

/** The sentences of a text of a prompt, as a question to a person may quote them. Read once, however often it is asked for. */
export function sentencesOf(text: PromptText): readonly Sentence[] {
  const found =
    known.get(text) ??
    sentencesIn(text.text).map((sentence) => ({
      sentence,
      row: ` ${wordsIn(sentence).join(" ")} `,
    }));
  known.set(text, found);
  return found;
}

/** A sentence may go over several lines; a paragraph ends it. */
function sentencesIn(text: string): string[] {
  return endsOf(seen(text))
    .flatMap((end) => end.split(/\r?\n\s*\n/))
    .flatMap((paragraph) => paragraph.split(/(?<=^|\n)(?=\s*[[{])|\n(?<=[}\]]\s*)/))
    .flatMap(leavesOf)
    .flatMap((leaf) => leaf.split(/(?<=[.!?])\s+|(?<=[。！？])/u))
    .map((sentence) => sentence.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Whole, or both ends of a longer one: an order may stand anywhere in it. */
function endsOf(text: string): string[] {
  const max = FOREIGN_TEXT_SEARCHED_CHARS;
  return text.length <= 2 * max ? [text] : [text.slice(0, max), text.slice(-max)];
}

/** Of JSON its texts, each for itself. */
function leavesOf(line: string): string[] {
  if (!/^\s*[[{]/.test(line)) return [line];
  try {
    return textsOfJson(JSON.parse(line));
  } catch {
    return [line];
  }
}
