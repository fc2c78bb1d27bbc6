/**
 * Tables of a page as lines: a row is one line, with a bar between its cells, blank ones too. What is in a cell stays on the line.
 * Rows that arrange a page, long or with a table inside, keep their own lines.
 */
import "server-only";
import { PAGE_TABLE_LIMITS as LIMITS } from "../limits.ts";

/** Code points that are no characters and stand for tags, in the text that `layOutTables` takes. */
const MARKS = { table: "\uFDD0", tableEnd: "\uFDD1", row: "\uFDD2", rowEnd: "\uFDD3" } as const;
const CELL = "\uFDD4";
const CELL_END = "\uFDD5";
const ANY = /[\uFDD0-\uFDD5]/g;
const MARK = /[\uFDD0-\uFDD3]|\uFDD4(?<wide>\d+),(?<high>\d+)\uFDD5/g;

const LEFT = "[merged left]";
const ABOVE = "[merged above]";
type Tag = { name: string; attributes?: Readonly<Record<string, string>>; isEnd?: boolean };

/** @returns the mark of a tag; empty for one that is no part of a table */
export function markOf({ name, attributes = {}, isEnd = false }: Tag): string {
  if (name === "table") return isEnd ? MARKS.tableEnd : MARKS.table;
  if (name === "tr") return isEnd ? MARKS.rowEnd : MARKS.row;
  if (isEnd || (name !== "td" && name !== "th")) return "";
  const { colspan, rowspan } = attributes;
  return `${CELL}${spanOf(colspan, LIMITS.columnsMax)},${spanOf(rowspan, LIMITS.rowsMax)}${CELL_END}`;
}

export const withoutMarks = (text: string) => text.replace(ANY, "");

/** A cell of no rows goes to the end of its part of the table (HTML, "attr-tdth-rowspan"). */
function spanOf(written: string | undefined, max: number): number {
  const span = Number.parseInt(written ?? "1", 10);
  if (span === 0) return max;
  return span > 0 ? Math.min(span, max) : 1;
}

type Table = {
  /** Of the row that is open. */
  row: { cells: string[]; at: number; own: number; arranges: boolean } | null;
  /** For each column the number of rows that a cell above still covers. */
  covered: number[];
};

/** @param text with the marks of its tables; takes time linear in its length */
export function layOutTables(text: string): string {
  const tables: Table[] = [];
  let written = "";
  let merged = 0;
  const cover = (table: Table, row: NonNullable<Table["row"]>) => {
    for (; merged < LIMITS.mergedMax; merged += 1) {
      const rows = table.covered[row.cells.length] ?? 0;
      if (rows === 0) break;
      table.covered[row.cells.length] = rows - 1;
      row.cells.push(ABOVE);
    }
  };
  const write = (piece: string) => {
    // Between rows.
    const table = tables.at(-1);
    if (table && !table.row?.own && piece.trim() === "") return;
    const row = tables.findLast((table) => table.row && table.row.own > 0)?.row;
    if (row) row.cells[row.at] = (row.cells[row.at] ?? "") + piece;
    else written += piece;
  };
  const endRow = (table: Table | undefined) => {
    if (!table?.row) return;
    const { row } = table;
    cover(table, row);
    table.row = null;
    const shown = showRow(row);
    if (shown !== "") write(`${shown}\n`);
  };
  const openCell = (wide: number, high: number) => {
    const table = tables.at(-1);
    if (!table?.row) return write(" | ");
    const { row, covered } = table;
    cover(table, row);
    row.at = row.cells.length;
    row.own += 1;
    row.cells.push("");
    if (row.at < LIMITS.columnsMax) covered[row.at] = high - 1;
    const end = Math.min(row.at + wide, LIMITS.columnsMax);
    for (let column = row.at + 1; column < end && merged < LIMITS.mergedMax; column += 1) {
      merged += 1;
      covered[column] = high - 1;
      row.cells.push(LEFT);
    }
  };
  const opens: Record<string, () => void> = {
    [MARKS.table]: () => {
      const row = tables.at(-1)?.row;
      if (row) row.arranges = true;
      tables.push({ row: null, covered: [] });
    },
    [MARKS.tableEnd]: () => {
      endRow(tables.at(-1));
      tables.pop();
    },
    [MARKS.row]: () => {
      if (tables.length === 0) {
        write("\n");
        tables.push({ row: null, covered: [] });
      }
      const table = tables.at(-1);
      endRow(table);
      if (table) table.row = { cells: [], at: 0, own: 0, arranges: false };
    },
    [MARKS.rowEnd]: () => endRow(tables.at(-1)),
  };
  let rest = 0;
  for (const mark of text.matchAll(MARK)) {
    write(text.slice(rest, mark.index));
    rest = mark.index + mark[0].length;
    const { wide, high } = mark.groups ?? {};
    if (wide === undefined) opens[mark[0]]?.();
    else openCell(Number(wide), Number(high));
  }
  write(text.slice(rest));
  while (tables.length > 0) opens[MARKS.tableEnd]?.();
  return written;
}

function showRow({ cells, own, arranges }: NonNullable<Table["row"]>): string {
  const length = cells.reduce((sum, cell) => sum + cell.length, 0);
  const isMerged = (cell: string) => cell === LEFT || cell === ABOVE;
  // Without a copy of each: a page may be a table in a table in a table.
  const asWritten = () =>
    cells.reduce((before, cell) => (isMerged(cell) ? before : `${before} | ${cell}`), "");
  const isAlone = own === 1 && !cells.includes(ABOVE);
  if (arranges || isAlone || length > LIMITS.dataMaxChars) return asWritten();
  const lines = cells.map(linesOf);
  if (lines.some((cell) => cell.length > LIMITS.dataMaxLines)) return asWritten();
  const shown = lines.map((cell) => cell.join(" / "));
  return shown.every((cell) => cell === "" || isMerged(cell)) ? "" : shown.join(" | ").trim();
}

function linesOf(cell: string): string[] {
  return cell
    .split("\n")
    .map((line) => line.trim().replace(/^#+(?: +|$)/, ""))
    .filter((line) => line !== "");
}
