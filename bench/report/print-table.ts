/** Prints the figures as an aligned table, and the missed bars. */
import type { Figure } from "./figure.ts";

const HEADS = ["figure", "ours", "control", "ratio", "bar", ""] as const;

export function printTable(figures: readonly Figure[]): void {
  const rows = figures.map(({ name, ours, control, ratio, bar, met }) => [
    name,
    ours,
    control,
    ratio,
    bar,
    met === null ? "" : met ? "met" : "MISSED",
  ]);
  const table = [[...HEADS], ...rows];
  const widths = HEADS.map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? "").length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const [head = [], ...body] = table;
  console.log(`\n${line(head)}\n${widths.map((width) => "-".repeat(width)).join("  ")}`);
  for (const row of body) console.log(line(row));
  printNotes(figures);
}

function printNotes(figures: readonly Figure[]): void {
  const noted = figures.filter(({ note }) => note);
  if (noted.length > 0) console.log("");
  for (const { name, note } of noted) console.log(`  ${name}: ${note}`);
}

/** Prints one line: all bars met, or the missed ones. */
export function printVerdict(figures: readonly Figure[]): void {
  const judged = figures.filter(({ met }) => met !== null);
  const missed = judged.filter(({ met }) => met === false);
  const names = missed.map(
    ({ name, ours, ratio, bar }) => `${name} (${ratio || ours}, bar ${bar})`,
  );
  console.log(
    missed.length === 0
      ? `\nAll ${judged.length} bars are met.`
      : `\n${missed.length} of ${judged.length} bars are missed: ${names.join("; ")}`,
  );
}
