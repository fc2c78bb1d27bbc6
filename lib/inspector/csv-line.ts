/** One line of CSV, safe against formulas. */

export type Cell = string | number | null;

export function toCsvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/** RFC 4180. A text that a spreadsheet would read as a formula gets an apostrophe in front. */
function toCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const inert = /^\s*[=+\-@\t\r\n|%＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return `"${inert.replaceAll('"', '""')}"`;
}
