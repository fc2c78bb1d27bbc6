/** A conversation's title: the first line of its first message, cut at a word. */

const TITLE_MAX_CHARS = 60;

export function titleOf(text: string): string {
  const line = (text.trim().split("\n", 1)[0] ?? "").replace(/\s+/g, " ").trim();
  if (line.length <= TITLE_MAX_CHARS) return line;
  const cut = line.slice(0, TITLE_MAX_CHARS - 1);
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > TITLE_MAX_CHARS / 2 ? cut.slice(0, lastSpace) : cut).toWellFormed()}…`;
}
