/** The figures of a bench, and how they are printed: a table with a line for each, and the missed bars. */
import { loadavg } from "node:os";

export type Figure = {
  /** Stable across runs, so that results can be compared. */
  id: string;
  name: string;
  ours: string;
  /** The control's figure of the same run; empty without a control. */
  control: string;
  /** Ours divided by the control's; empty for an absolute bar. */
  ratio: string;
  bar: string;
  /** Null for a figure without a bar. */
  met: boolean | null;
  /** Explains how to read the figure. */
  note?: string;
  /** The measured numbers, for the results file. */
  raw?: Record<string, unknown>;
};

type RatioInput = Pick<Figure, "id" | "name" | "note" | "raw"> & {
  ours: number;
  control: number;
  controlName: string;
  /** The bar as a multiple of the control's figure; null for no bar. */
  atMost: number | null;
  unit: Unit;
};

export type Unit = "ms" | "µs" | "KB" | "MB" | "bytes" | "";

/** A figure whose bar is a multiple of a control's. */
export function ratioFigure({
  ours,
  control,
  controlName,
  atMost,
  unit,
  ...rest
}: RatioInput): Figure {
  const ratio = ours / control;
  return {
    ...rest,
    ours: format(ours, unit),
    control: `${controlName} ${format(control, unit)}`,
    ratio: `${ratio.toFixed(2)} ×`,
    bar: atMost === null ? "" : `≤ ${atMost} ×`,
    met: atMost === null ? null : ratio <= atMost,
    raw: { ours, control, ratio, ...rest.raw },
  };
}

type AbsoluteInput = Pick<Figure, "id" | "name" | "note" | "raw"> & {
  ours: number;
  atMost: number | null;
  unit: Unit;
  control?: string;
};

/** A figure with an absolute bar. */
export function absoluteFigure({
  ours,
  atMost,
  unit,
  control = "",
  ...rest
}: AbsoluteInput): Figure {
  return {
    ...rest,
    ours: format(ours, unit),
    control,
    ratio: "",
    bar: atMost === null ? "" : `≤ ${atMost} ${unit}`.trimEnd(),
    met: atMost === null ? null : ours <= atMost,
    raw: { ours, ...rest.raw },
  };
}

export function format(value: number, unit: Unit): string {
  const digits =
    unit === "" || unit === "bytes"
      ? Number.isInteger(value)
        ? 0
        : 1
      : value < 10
        ? 2
        : value < 100
          ? 1
          : 0;
  return `${value.toFixed(digits)} ${unit}`.trimEnd();
}

const HEADS = ["figure", "ours", "control", "ratio", "bar", ""] as const;

/** Prints the table with `remarks` and the machine's load behind it, then the verdict. */
export function printReport(figures: readonly Figure[], remarks: readonly string[] = []): void {
  printTable(figures);
  const [load = 0] = loadavg();
  for (const remark of [...remarks, `Load average of the machine at the end: ${load.toFixed(1)}.`])
    console.log(`\n${remark}`);
  printVerdict(figures);
}

function printTable(figures: readonly Figure[]): void {
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

/** One line: all bars met, or the missed ones. */
function printVerdict(figures: readonly Figure[]): void {
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
