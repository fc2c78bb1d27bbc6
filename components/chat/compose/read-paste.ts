/** What a paste puts into a message: its text, with tables of Excel and Word as Markdown; files where it has no text. Pure. */

type Pasted = {
  /** False where the files are all that the clipboard has. */
  hasText: boolean;
  /** Written in place of the clipboard's own text, or null where the browser pastes that itself. */
  markdown: string | null;
  /** Attached at once. */
  files: readonly File[];
  /** Pictures of what the text says. */
  offered: readonly File[];
};

type Clipboard = { text: string; html: string; files: readonly File[] };

export function readPaste({ text, html, files }: Clipboard): Pasted {
  if (text.trim() === "" || namesOnly(text, files))
    return { hasText: false, markdown: null, files, offered: [] };
  const table = /<table[\s>]/i.test(html) ? withTables(text) : text;
  const isPicture = (file: File) => file.type.startsWith("image/");
  return {
    hasText: true,
    markdown: table === text ? null : table,
    files: files.filter((file) => !isPicture(file)),
    offered: files.filter(isPicture),
  };
}

/** File managers put the names beside the files. */
function namesOnly(text: string, files: readonly File[]): boolean {
  const lines = text.split(/\r?\n|\r/).filter((line) => line.trim() !== "");
  return lines.length > 0 && lines.every((line) => files.some(({ name }) => isNameOf(line, name)));
}

function isNameOf(line: string, name: string): boolean {
  const written = line.trim();
  return written === name || written.endsWith(`/${name}`) || written.endsWith(`\\${name}`);
}

/** Rows of cells between tabs, one after the other and as wide as each other, become a table. */
function withTables(text: string): string {
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
