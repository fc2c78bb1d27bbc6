/** Answers a question from the text of one file. */
import { SENTENCE_MAX_CHARS, SENTENCES_SHOWN_MAX } from "../limits.ts";
import { readTable, type Table } from "./read-table.ts";

/** @param name of the file, as the person knows it */
export function answerFromText(name: string, text: string, question: string): string {
  const table = readTable(text);
  const counted = answerCount(name, text, table, question);
  if (counted) return counted;
  if (/\bcolumns?\b|\bheaders?\b|\bfields?\b/i.test(question) && table) {
    return `**${name}** has ${table.columns.length} columns: ${table.columns.map((column) => `\`${column}\``).join(", ")}.`;
  }
  if (/\bfirst (line|row)\b|\btitle\b/i.test(question)) {
    const line = text.split(/\r?\n/).find((candidate) => candidate.trim() !== "");
    return `The first line of **${name}** reads:\n\n> ${line?.trim() ?? ""}`;
  }
  const wantsSummary =
    question === "" ||
    /\b(summar|overview|tl;?dr|describe|gist|main points?|read (this|it|the)|what('s| is) (in|this)|what does (it|this|the (file|document)) say\W*$)/i.test(
      question,
    );
  const line = wantsSummary ? null : bestLine(text, question);
  return line ? `**${name}** says:\n\n> ${line}` : summarise(name, text, table);
}

function answerCount(name: string, text: string, table: Table | null, question: string) {
  const what = /\b(?:how many|number of|count(?: the)?)\s+(\w+)/i
    .exec(question)?.[1]
    ?.toLowerCase();
  const figures = measureText(text);
  switch (what?.replace(/s$/, "")) {
    case "word":
      return `**${name}** has **${figures.words}** words.`;
    case "line":
      return `**${name}** has **${figures.lines}** lines that are not blank.`;
    case "character":
    case "letter":
      return `**${name}** has **${figures.characters}** characters.`;
    case "row":
    case "record":
    case "entrie":
    case "entry":
      return `**${name}** has **${table?.rows.length ?? figures.lines}** rows${table ? ", not counting the header" : ""}.`;
    case "column":
      return table ? `**${name}** has **${table.columns.length}** columns.` : null;
    default:
      return null;
  }
}

function summarise(name: string, text: string, table: Table | null): string {
  if (text.trim() === "") return `**${name}** holds no text that could be read.`;
  if (table) {
    const columns = table.columns.map((column) => `\`${column}\``).join(", ");
    return `**${name}** is a table with **${table.rows.length}** rows and ${table.columns.length} columns: ${columns}.`;
  }
  const { words, lines } = measureText(text);
  return `**${name}** has ${words} words in ${lines} lines. It begins:\n\n> ${firstSentences(text).join(" ")}`;
}

type TextFigures = { words: number; lines: number; characters: number };

function measureText(text: string): TextFigures {
  const words = text.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "").length;
  return { words, lines, characters: text.length };
}

/** The first sentences, without headings and blank lines. */
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
    .slice(0, SENTENCES_SHOWN_MAX);
}

const STOP_WORDS = new Set(
  "a an and are as at be by can could do does for from give has have how i in is it its me of on or please say says tell that the their there these they this to was were what when where which who why will with would you your about file document attached attachment text find show".split(
    " ",
  ),
);

/**
 * The line that shares most words with the question; the first of equal ones.
 * @returns null where no line shares a word
 */
function bestLine(text: string, question: string): string | null {
  const wanted = new Set(stems(question));
  let best: { line: string; shared: number } | null = null;
  for (const line of text.split(/\r?\n/)) {
    const shared = new Set(stems(line).filter((word) => wanted.has(word))).size;
    if (shared > (best?.shared ?? 0)) best = { line: line.trim(), shared };
  }
  return best?.line ?? null;
}

/** Lower-case words without common ones and without endings, so that plurals match singulars. */
function stems(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(ies|es|s|ed|ing)$/, "") : word));
}
