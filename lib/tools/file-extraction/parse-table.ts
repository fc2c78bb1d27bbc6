import "server-only";

/** Reads the beginning of a table that is separated by commas, semicolons or tabs (RFC 4180). */

const SEPARATORS = [",", ";", "\t"];

type ParsedTable = {
  rows: string[][];
  /** False where there are more rows. */
  isWhole: boolean;
};

/** Never throws: a quote that never ends takes the rest as its cell. */
export function parseTable(text: string, { rowsMax }: { rowsMax: number }): ParsedTable {
  const separator = separatorOf(text.slice(0, text.search(/[\r\n]|$/)));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.some((one) => one.trim() !== "")) rows.push(row);
    row = [];
    cell = "";
  };
  let at = 0;
  for (; at < text.length && rows.length < rowsMax; at += 1) {
    const char = text.charAt(at);
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += char;
      at += 1;
    } else if (char === '"' && (isQuoted || cell === "")) isQuoted = !isQuoted;
    else if (isQuoted || (char !== separator && char !== "\n" && char !== "\r")) cell += char;
    else if (char === separator) {
      row.push(cell);
      cell = "";
    } else if (char === "\n") endRow();
  }
  if (at >= text.length && (cell !== "" || row.length > 0)) endRow();
  return { rows, isWhole: text.slice(at).trim() === "" };
}

/** That which the first line has most of. */
function separatorOf(line: string): string {
  const count = (separator: string) => line.split(separator).length;
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0] ?? ",";
}
