/** The sentences of a text of a prompt, as a question to a person may quote them. */
import "server-only";
import { FOREIGN_TEXT_SEARCHED_CHARS } from "../limits.ts";
import { seen, wordsIn } from "./leaving/words-in.ts";
import { type PromptText, textsOfJson } from "./prompt-texts.ts";

/** `row`: its words, each between spaces. */
type Sentence = { sentence: string; row: string };

const known = new WeakMap<PromptText, readonly Sentence[]>();

/** Each once, however often it is asked for. */
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
