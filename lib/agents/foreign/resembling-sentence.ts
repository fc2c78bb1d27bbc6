/** Finds the sentence of a foreign text that a call most resembles, so that a person sees what may have asked for it. */
import "server-only";
import { isForeign, type Origin } from "../../contracts/model/origin.ts";
import {
  FOREIGN_SENTENCE_MAX_CHARS,
  FOREIGN_TEXT_SEARCHED_CHARS,
  SENTENCE_NAMED_SCORE,
  SENTENCE_SCORE_MIN,
} from "../limits.ts";
import { type PromptText, seen, wordsIn } from "./prompt-texts.ts";

/** `sentence`: one line, as it was written. */
export type Resembling = { sentence: string; origin: Origin };

/**
 * @param call its tool by name and description, and what it says: its arguments, and the question about it
 * @returns null where no foreign text has enough of its words
 */
export function findResembling(call: Call, texts: readonly PromptText[]): Resembling | null {
  // What the model said before is its own.
  const foreign = texts.filter(({ origin, role }) => isForeign(origin) && role !== "assistant");
  // What a model made out of a text is no better witness than the text.
  return (
    bestOf(
      call,
      foreign.filter(({ origin }) => !origin.includes("@")),
    ) ??
    bestOf(
      call,
      foreign.filter(({ origin }) => origin.includes("@")),
    )
  );
}

type Call = { name: string; named: string; says: readonly string[] };

function bestOf(call: Call, texts: readonly PromptText[]): Resembling | null {
  const named = telling(`${call.name} ${call.named}`, 5);
  const says = telling(call.says.join(" "), 4);
  const names = namesOf(call.name);
  let best: Resembling | null = null;
  let most = 0;
  for (const { text, origin } of texts) {
    for (const sentence of sentencesOf(text)) {
      const words = [...new Set(wordsIn(sentence))];
      const does = words.filter((word) => named.has(word)).length;
      const tells = words.filter((word) => says.has(word)).length;
      const said = ` ${wordsIn(sentence).join(" ")} `;
      const isNamed = names.some((name) => said.includes(name));
      // A name, a title or an address alone asks for nothing.
      const isAlone = sentence.split(" ").length < 3 || (does === 0 && words.length - tells < 2);
      if (isAlone && !isNamed) continue;
      const score = does + 2 * tells + (isNamed ? SENTENCE_NAMED_SCORE : 0);
      if (score <= most || (does < 2 && score < SENTENCE_SCORE_MIN)) continue;
      most = score;
      best = { sentence: shorten(sentence, says), origin };
    }
  }
  return best;
}

/** Whole, and a server's tool without the server: ` send message `. */
function namesOf(tool: string): string[] {
  const words = wordsIn(tool);
  return [words, words.slice(-2)].map((name) => ` ${name.join(" ")} `);
}

/** Short words and ids stand anywhere. */
const telling = (text: string, minChars: number): ReadonlySet<string> =>
  new Set(wordsIn(text).filter((word) => word.length >= minChars && !/\p{N}/u.test(word)));

/** A sentence may go over several lines; a paragraph ends it. */
function sentencesOf(text: string): string[] {
  return seen(text)
    .slice(-FOREIGN_TEXT_SEARCHED_CHARS)
    .split(/\r?\n\s*\n/)
    .flatMap((paragraph) => paragraph.split(/(?<=^|\n)(?=\s*[[{])|(?<=[}\]]\s*)\n/))
    .flatMap(leavesOf)
    .flatMap((leaf) => leaf.split(/(?<=[.!?。！？])\s+/u))
    .map((sentence) => sentence.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim())
    .filter((sentence) => sentence !== "");
}

/** Of JSON its texts, each for itself. */
function leavesOf(line: string): string[] {
  if (!/^\s*[[{]/.test(line)) return [line];
  try {
    return textsIn(JSON.parse(line));
  } catch {
    return [line];
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    Array.isArray(value) ? textsIn(item) : [name, ...textsIn(item)],
  );
}

/** Of a long one the part around the first word that the call has. */
function shorten(sentence: string, says: ReadonlySet<string>): string {
  if (sentence.length <= FOREIGN_SENTENCE_MAX_CHARS) return sentence.toWellFormed();
  const lower = sentence.toLowerCase();
  const found = [...says].map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...found, sentence.length) - FOREIGN_SENTENCE_MAX_CHARS / 2);
  const part = sentence.slice(from, from + FOREIGN_SENTENCE_MAX_CHARS).toWellFormed();
  return `${from > 0 ? "…" : ""}${part}…`;
}
