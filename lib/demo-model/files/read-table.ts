/** Tables with a header row, separated by comma, semicolon or tab (RFC 4180 quoting). */

export type Table = { columns: string[]; rows: string[][] };

const SEPARATORS = [",", ";", "\t"];

/** @returns null where the text does not look like a table */
export function readTable(whole: string): Table | null {
  const text = firstSheet(whole);
  const header = text.split(/\r?\n/, 1)[0] ?? "";
  const separator = SEPARATORS.toSorted((a, b) => count(header, b) - count(header, a))[0] ?? ",";
  if (count(header, separator) === 0) return null;
  const [columns = [], ...rows] = splitCells(text, separator).filter((row) => row.join("") !== "");
  const isEven = rows.length > 0 && rows.every((row) => row.length === columns.length);
  return isEven ? { columns, rows } : null;
}

/** The first sheet of a workbook, without the line that names it. */
function firstSheet(text: string): string {
  if (!text.startsWith("[sheet 1: ")) return text;
  const [, sheet = ""] = text.split(/^\[sheet \d+: .*\]\n/m);
  // Formulas, merged cells and comments stand below the cells.
  return (
    sheet.split(/\n\n\[(?:formulas|merged cells|hidden rows|hidden columns|comments): /)[0] ?? ""
  );
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function splitCells(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = "";
  };
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[index + 1] === '"') cell += text[++index];
      else isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === separator) endCell();
    else if (char === "\n") {
      endCell();
      rows.push(row);
      row = [];
    } else if (char !== "\r") cell += char;
  }
  endCell();
  rows.push(row);
  return rows;
}

/** The numbers of the column that the question names; null where no column is named or it has no numbers. */
export function numbersOfColumn(table: Table, question: string) {
  const asked = question.toLowerCase();
  const index = table.columns.findIndex(
    (name) => name !== "" && asked.includes(name.toLowerCase()),
  );
  if (index === -1) return null;
  const cells = table.rows.map((row) => row[index] ?? "");
  const values = cells
    .map((cell) => cell.replace(/[^\d.-]/g, ""))
    .filter((cell) => /\d/.test(cell));
  return values.length > 0 ? { column: table.columns[index] ?? "", values } : null;
}
