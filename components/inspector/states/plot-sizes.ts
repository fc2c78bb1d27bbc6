/** Places sizes on a chart of 100 by 100, with the origin at the top left. Pure. */
import type { StateSize } from "@/lib/contracts/inspector/states/state-inspection.ts";

export type PlottedSize = { size: StateSize; x: number; y: number };

type Plot = {
  points: PlottedSize[];
  /** The `points` of a polyline. */
  line: string;
  /** Null where the sources give no figure. */
  seedLine: string | null;
  /** The value at the top of the chart. */
  topBytes: number;
};

/** Oldest on the left. A single version is in the middle, with the expected size as a line through it. */
export function plotSizes(sizes: readonly StateSize[]): Plot {
  const largest = Math.max(
    ...sizes.flatMap(({ storedBytes, seedBytes }) => [storedBytes, seedBytes ?? 0]),
  );
  const topBytes = roundUp(largest);
  const xOf = (place: number) => (sizes.length === 1 ? 50 : 2 + (96 * place) / (sizes.length - 1));
  const yOf = (bytes: number) => 100 - (100 * bytes) / topBytes;
  const points = sizes.map((size, place) => ({ size, x: xOf(place), y: yOf(size.storedBytes) }));
  const seeds = points.flatMap(({ size, x }) =>
    size.seedBytes === null ? [] : [{ x, y: yOf(size.seedBytes) }],
  );
  const [only] = seeds;
  const seedLine =
    seeds.length === 1 && only
      ? [
          { ...only, x: 0 },
          { ...only, x: 100 },
        ]
      : seeds;
  return {
    points,
    line: toLine(points),
    seedLine: seedLine.length > 0 ? toLine(seedLine) : null,
    topBytes,
  };
}

function toLine(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
}

/** Rounded up to two leading digits: 5,120 to 5,200. */
function roundUp(bytes: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1))) - 1);
  return Math.max(Math.ceil(bytes / step) * step, 1);
}
