/** A figure of the bench: one line of the table. */

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
