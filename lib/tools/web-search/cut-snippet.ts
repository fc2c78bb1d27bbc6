import "server-only";
/** The sentences of a document that answer a query best, as a search result shows them. */
import { textTerms } from "./text-terms.ts";

const SNIPPET_MAX_CHARS = 360;
const FILLED_MAX_CHARS = 200;

/** @returns whole sentences in their order, up to about 360 characters; the beginning where none has a word of it */
export function cutSnippet(text: string, query: string): string {
  const wanted = new Set(textTerms(query));
  const sentences = toSentences(text).map((sentence) => ({
    sentence,
    hits: hitsOf(sentence, wanted),
  }));
  const most = Math.max(0, ...sentences.map(({ hits }) => hits));
  const chosen = new Set<object>();
  let length = 0;
  for (const candidate of sentences.toSorted((one, other) => other.hits - one.hits)) {
    // Sentences that say half as much as the best only fill up what would be too short.
    const limit = candidate.hits * 2 > most ? SNIPPET_MAX_CHARS : FILLED_MAX_CHARS;
    if (chosen.size > 0 && length + candidate.sentence.length > limit) break;
    length += candidate.sentence.length + 1;
    chosen.add(candidate);
  }
  const snippet = sentences.filter((candidate) => chosen.has(candidate));
  const whole = snippet.map(({ sentence }) => sentence).join(" ");
  return whole.slice(0, 2 * SNIPPET_MAX_CHARS).toWellFormed();
}

function toSentences(text: string): string[] {
  return text
    .replace(/^#+ .*$/gm, "")
    .split(/\n+|(?<=[.!?]) +/)
    .map((sentence) => sentence.replace(/^[-*] /, "").trim())
    .filter(Boolean);
}

function hitsOf(sentence: string, wanted: ReadonlySet<string>): number {
  return new Set(textTerms(sentence).filter((term) => wanted.has(term))).size;
}
