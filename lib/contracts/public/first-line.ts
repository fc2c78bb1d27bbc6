/** What a longer text is called by: a conversation's title, a run's question. */

/** @returns the first line in one piece, at most `maxChars` letters of it (Unicode code points), cut at a word where one ends late enough */
export function firstLine(text: string, maxChars: number): string {
  const line = (text.trim().split("\n", 1)[0] ?? "").replace(/\s+/g, " ").trim();
  const letters = [...line];
  if (letters.length <= maxChars) return line;
  const lastSpace = letters.slice(0, maxChars).lastIndexOf(" ");
  const kept = lastSpace > maxChars / 2 ? lastSpace : maxChars - 1;
  return `${letters.slice(0, kept).join("")}…`;
}

export const TITLE_MAX_CHARS = 60;
