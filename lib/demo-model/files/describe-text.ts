/** What can be said about a file's text without understanding it. */

export type TextFigures = { words: number; lines: number; characters: number };

export function measureText(text: string): TextFigures {
  const words = text.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "").length;
  return { words, lines, characters: text.length };
}

const SENTENCES = 3;
const SENTENCE_MAX_CHARS = 300;

/** The first sentences of running text; headings and blank lines are passed over. */
export function firstSentences(text: string): string[] {
  const running = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "" && !/^#/.test(paragraph));
  const body = running.filter((paragraph) => /[.!?]/.test(paragraph));
  const source = (body.length > 0 ? body : running).join(" ");
  const sentences = source.match(/[^.!?]+(?:[.!?]+(?=\s|$)|$)|[^.!?]+[.!?]+/g) ?? [source];
  return sentences
    .map((sentence) => sentence.trim().slice(0, SENTENCE_MAX_CHARS))
    .filter((sentence) => sentence !== "")
    .slice(0, SENTENCES);
}

const STOP_WORDS = new Set(
  "a an and are as at be by can could do does for from give has have how i in is it its me of on or please say says tell that the their there these they this to was were what when where which who why will with would you your about file document attached attachment text find show".split(
    " ",
  ),
);

/**
 * The line that shares most words with the question; the earlier one where two share as many.
 * @returns null where no line shares a word
 */
export function bestLine(text: string, question: string): string | null {
  const wanted = new Set(stems(question));
  let best: { line: string; shared: number } | null = null;
  for (const line of text.split(/\r?\n/)) {
    const shared = new Set(stems(line).filter((word) => wanted.has(word))).size;
    if (shared > (best?.shared ?? 0)) best = { line: line.trim(), shared };
  }
  return best?.line ?? null;
}

/** Lower-case words without common ones; a plural meets its singular. */
function stems(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(ies|es|s|ed|ing)$/, "") : word));
}
