/** Answers a question from one file's text. */
import { bestLine, firstSentences, measureText } from "./describe-text.ts";
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
