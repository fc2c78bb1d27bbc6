/** Tables of Excel and Word, as the clipboard has them in plain text, as Markdown. Loaded when one is pasted. Pure. */

/** Rows of cells between tabs, one after the other and as wide as each other, become a table. */
export function withTables(text: string): string {
  const rows = rowsOf(text.replace(/\r\n?/g, "\n").replace(/\n+$/, ""));
  const out: string[] = [];
  for (let at = 0; at < rows.length; ) {
    const width = rows[at]?.length ?? 0;
    let end = at + 1;
    while (width > 1 && rows[end]?.length === width) end += 1;
    if (width > 1 && end - at > 1) {
      if (out.length > 0 && out.at(-1) !== "") out.push("");
      out.push(...tableOf(rows.slice(at, end)));
      if (end < rows.length) out.push("");
    } else out.push(rows[at]?.join("\t") ?? "");
    at = end;
  }
  return out.join("\n");
}

/** A cell of several lines stands in quotation marks. */
const QUOTED_CELL = /"((?:[^"]|"")*)"(?=\t|\n|$)/y;
const CELL = /[^\t\n]*/y;

function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length; at += 1) {
    QUOTED_CELL.lastIndex = at;
    CELL.lastIndex = at;
    const quoted = QUOTED_CELL.exec(text);
    // Quotation marks around one line are the cell's own.
    const isOne = quoted !== null && /[\t\n"]/.test(quoted[1] ?? "");
    const cell = isOne ? (quoted[1] ?? "").replaceAll('""', '"') : (CELL.exec(text)?.[0] ?? "");
    rows.at(-1)?.push(cell);
    at += isOne ? quoted[0].length : cell.length;
    if (text[at] === "\n") rows.push([]);
  }
  return rows;
}

function tableOf(rows: readonly string[][]): string[] {
  const [head = [], ...body] = rows.map((row) => row.map(cellOf));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)];
}

function cellOf(text: string): string {
  return text
    .trim()
    .replace(/[\\|]/g, "\\$&")
    .replace(/\s*\n\s*/g, "<br>")
    .replace(/\t/g, " ");
}
