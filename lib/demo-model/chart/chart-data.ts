/** Figures that can be drawn: the rows of a Markdown table that end in a number. */

export type ChartRow = { label: string; value: number };

/** Of the last such table in the texts; empty where there is none. */
export function findChartRows(texts: readonly string[]): ChartRow[] {
  for (const text of texts.toReversed()) {
    const rows = tablesOf(text)
      .map(toRows)
      .findLast((found) => found.length > 0);
    if (rows) return rows;
  }
  return [];
}

function tablesOf(text: string): string[][] {
  const tables: string[][] = [[]];
  for (const line of text.split("\n")) {
    if (/^\s*\|.*\|\s*$/.test(line)) tables.at(-1)?.push(line.trim());
    else if (tables.at(-1)?.length) tables.push([]);
  }
  return tables;
}

function toRows(lines: readonly string[]): ChartRow[] {
  return lines.flatMap((line) => {
    const cells = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const value = cells.at(-1) ?? "";
    const label = cells.at(-2) ?? "";
    return cells.length >= 2 && /^-?\d+(?:\.\d+)?$/.test(value) && label !== ""
      ? [{ label: label.replaceAll("\\|", "|"), value: Number(value) }]
      : [];
  });
}
