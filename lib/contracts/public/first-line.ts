/** Shortens a text to a name: a conversation's title, a run's question. */
import { TITLE_LINE_MAX_CHARS } from "../limits.ts";

/**
 * @returns the first line with collapsed spaces, at most `maxChars` Unicode code points, cut between words where
 *   possible
 */
export function firstLine(text: string, maxChars: number): string {
  const line = (text.trim().split("\n", 1)[0] ?? "").replace(/\s+/g, " ").trim();
  const letters = [...line];
  if (letters.length <= maxChars) return line;
  const lastSpace = letters.slice(0, maxChars).lastIndexOf(" ");
  const kept = lastSpace > maxChars / 2 ? lastSpace : maxChars - 1;
  return `${letters.slice(0, kept).join("")}…`;
}

/**
 * The title of a conversation, until it has a better one: the first line of the question that holds words, without
 * Markdown. Where all of it is code, that is a line of code.
 */
export function titleOf(text: string, maxChars: number): string {
  for (const line of text.split("\n")) {
    const plain = withoutMarkdown(line);
    if (/[\p{L}\p{N}]/u.test(plain)) return firstLine(plain, maxChars);
  }
  return firstLine(text, maxChars);
}

function withoutMarkdown(line: string): string {
  return line
    .slice(0, TITLE_LINE_MAX_CHARS)
    .replace(/^\s*(?:(?:#{1,6}|>+|[-*+]|\d+[.)])\s+|(?:```|~~~).*$)/, "")
    .replace(/!?\[([^[\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|~~|`+)(.+?)\1/g, "$2");
}
