/** Shortens a text to a name: a conversation's title, a run's question. */

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
