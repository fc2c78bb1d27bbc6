import { describe, expect, it } from "vitest";
import type { StateSize } from "@/lib/contracts/inspector/run/state-inspection.ts";
import { plotSizes } from "./size-chart.tsx";

const size = (version: number, storedBytes: number, seedBytes: number | null): StateSize => ({
  version,
  runId: null,
  createdAt: new Date(0).toISOString(),
  storedBytes,
  quarantined: null,
  calls: version,
  seedBytes,
});

describe("plotSizes", () => {
  it("stands every size below the top, the largest the highest, the newest on the right", () => {
    const { points, topBytes, line } = plotSizes([size(1, 300, 500), size(2, 5_121, 1_000)]);
    expect(topBytes).toBe(5_200);
    expect(points.map(({ x }) => x)).toEqual([2, 98]);
    expect(points[0]?.y).toBeCloseTo(100 - (100 * 300) / 5_200);
    expect(points[1]?.y).toBeGreaterThan(0);
    expect(line.split(" ")).toHaveLength(2);
  });

  it("draws the seeds' figure through a single version", () => {
    const { points, seedLine } = plotSizes([size(1, 62, 62)]);
    expect(points).toMatchObject([{ x: 50, y: 0 }]);
    expect(seedLine).toBe("0.00,0.00 100.00,0.00");
  });

  it("draws no line where the seeds have no figure", () => {
    expect(plotSizes([size(1, 62, null), size(2, 80, null)]).seedLine).toBeNull();
  });
});
