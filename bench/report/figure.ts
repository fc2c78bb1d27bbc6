/** One line of the table. */

export type Figure = {
  /** The same from run to run, for whoever compares results. */
  id: string;
  name: string;
  ours: string;
  /** What it is held against, in the same run; empty where there is nothing. */
  control: string;
  /** Ours over the control's; empty where the bar is an absolute one. */
  ratio: string;
  bar: string;
  /** Null: for scale only. */
  met: boolean | null;
  /** How to read it. */
  note?: string;
  /** The numbers behind it. */
  raw?: Record<string, unknown>;
};

type Held = Pick<Figure, "id" | "name" | "note" | "raw"> & {
  ours: number;
  control: number;
  controlName: string;
  /** Times the control's figure at most; null: for scale. */
  atMost: number | null;
  unit: Unit;
};

export type Unit = "ms" | "µs" | "KB" | "MB" | "bytes" | "";

/** A figure whose bar is a multiple of a control's. */
export function ratioFigure({ ours, control, controlName, atMost, unit, ...rest }: Held): Figure {
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

type Absolute = Pick<Figure, "id" | "name" | "note" | "raw"> & {
  ours: number;
  atMost: number | null;
  unit: Unit;
  control?: string;
};

/** A figure with a bar of its own. */
export function absoluteFigure({ ours, atMost, unit, control = "", ...rest }: Absolute): Figure {
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
