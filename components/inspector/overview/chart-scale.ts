/** Where the values and times of a chart lie, in pixels of its picture. Pure. */
import type { Chart } from "./chart-parts.ts";

const TOP_PX = 6;
/** The times below the plot. */
const BOTTOM_PX = 30;
/** The share of its band that a bar leaves free on each side. */
const BAR_GAP = 0.14;
const LABEL_GAP_PX = 28;

export type Plot = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** 0, a middle and an upper value. */
  ticks: readonly [number, number, number];
  yOf(value: number): number;
  /** The middle of a bucket. */
  xOf(index: number): number;
  /** The width of a bucket. */
  band: number;
  bar: number;
};

/** @param size of the picture in pixels */
export function layOutPlot(
  chart: Chart,
  size: { width: number; height: number },
  count: number,
  highest: number,
): Plot {
  const [left, right] = [AXIS_PX, size.width - RIGHT_PX];
  const [top, bottom] = [TOP_PX, size.height - BOTTOM_PX];
  const step = niceStep(highest / 2, chart.fractions ?? false);
  const isBars = chart.form === "bars";
  const band = (right - left) / Math.max(1, isBars ? count : count - 1);
  return {
    left,
    right,
    top,
    bottom,
    band,
    ticks: [0, step, 2 * step],
    yOf: (value) => bottom - (value / (2 * step)) * (bottom - top),
    xOf: (index) => left + band * (isBars ? index + 0.5 : index),
    bar: Math.max(1, Math.floor(band * (1 - 2 * BAR_GAP))),
  };
}

/** The next round number: a twentieth of the power of ten above it, or a tenth for one digit. */
export function niceStep(atLeast: number, fractions: boolean): number {
  if (!(atLeast > 0)) return 1;
  const digits = Math.floor(Math.log10(atLeast)) + 1;
  const part = 10 ** digits * (digits === 1 ? 0.1 : 0.05);
  const step = Number((Math.ceil(Number((atLeast / part).toFixed(6))) * part).toPrecision(12));
  return fractions ? step : Math.ceil(step);
}

/**
 * The labels that stand side by side without touching, the last one first to be kept.
 * @param widthOf a label's width in pixels
 * @returns positions of the labels' middles, within the picture
 */
export function placeLabels(
  labels: readonly string[],
  plot: Pick<Plot, "xOf" | "right">,
  widthOf: (label: string) => number,
): { index: number; x: number }[] {
  const placed: { index: number; x: number }[] = [];
  let free = plot.right + RIGHT_PX;
  for (let index = labels.length - 1; index >= 0; index -= 1) {
    const half = widthOf(labels[index] ?? "") / 2;
    const x = placed.length === 0 ? Math.min(plot.xOf(index), free - half) : plot.xOf(index);
    if (x + half > free || x - half < 0) continue;
    placed.push({ index, x });
    free = x - half - LABEL_GAP_PX;
  }
  return placed.toReversed();
}

/** Width of the axis on the left, and of the margin on the right, in pixels. */
export const AXIS_PX = 48;
export const RIGHT_PX = 4;

/**
 * The bucket under a pointer on a chart.
 * @param x pixels from the left edge of the chart
 * @param width of the chart in pixels
 * @returns an index from 0; null outside the plot
 */
export function bucketAt(
  form: "bars" | "lines",
  count: number,
  x: number,
  width: number,
): number | null {
  const share = (x - AXIS_PX) / (width - AXIS_PX - RIGHT_PX);
  if (!(share >= 0 && share <= 1) || count === 0) return null;
  // Bars fill bands; points lie on the edges between bands, the first and the last at the ends.
  if (form === "lines") return Math.round(share * (count - 1));
  return Math.min(Math.floor(share * count), count - 1);
}
