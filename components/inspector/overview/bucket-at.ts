/** Finds the bucket under a pointer on a chart. Pure. */

/** Width of the axis on the left, and of the margin on the right, in pixels. */
export const AXIS_PX = 48;
export const RIGHT_PX = 4;

/**
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
