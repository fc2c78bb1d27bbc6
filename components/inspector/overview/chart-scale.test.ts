import { describe, expect, it } from "vitest";
import type { Chart } from "./chart-parts.ts";
import { AXIS_PX, bucketAt, layOutPlot, niceStep, placeLabels, RIGHT_PX } from "./chart-scale.ts";

const chart = (form: Chart["form"], fractions = false) => ({ form, fractions }) as Chart;

describe("niceStep", () => {
  it.each([
    [0.5, false, 1],
    [1.5, false, 2],
    [3.5, false, 4],
    [12.5, false, 15],
    [118, false, 150],
    [4_321, false, 4_500],
    [0.0021, true, 0.0025],
    [0.35, true, 0.35],
    [0, true, 1],
  ])("rounds %d up (fractions: %s) to %d", (atLeast, fractions, step) => {
    expect(niceStep(atLeast, fractions)).toBe(step);
  });
});

describe("layOutPlot", () => {
  const size = { width: 252, height: 136 };

  it("puts bars into the middle of their bands", () => {
    const plot = layOutPlot(chart("bars"), size, 10, 7);
    expect(plot).toMatchObject({ left: 48, right: 248, ticks: [0, 4, 8], band: 20, bar: 14 });
    expect([plot.xOf(0), plot.xOf(9)]).toEqual([58, 238]);
    expect([plot.yOf(0), plot.yOf(8)]).toEqual([106, 6]);
  });

  it("puts the first and the last point at the ends", () => {
    const plot = layOutPlot(chart("lines"), size, 11, 7);
    expect([plot.xOf(0), plot.xOf(10)]).toEqual([48, 248]);
  });
});

it("placeLabels keeps the last label inside and the others apart", () => {
  const plot = { xOf: (index: number) => 50 + index * 20, right: 246 };
  const placed = placeLabels(Array(11).fill("12 Nov"), plot, () => 40);
  expect(placed).toEqual([
    { index: 1, x: 70 },
    { index: 5, x: 150 },
    { index: 10, x: 230 },
  ]);
});

/** A plot of 100 pixels. */
const WIDTH = AXIS_PX + 100 + RIGHT_PX;

describe("bucketAt", () => {
  it.each([
    ["bars", -1, null],
    ["bars", 0, 0],
    ["bars", 24, 0],
    ["bars", 26, 1],
    ["bars", 100, 3],
    ["bars", 103, null],
    ["lines", 0, 0],
    ["lines", 16, 0],
    ["lines", 17, 1],
    ["lines", 100, 3],
  ] as const)("of four %s at %d is %s", (form, place, index) => {
    expect(bucketAt(form, 4, AXIS_PX + place, WIDTH)).toBe(index);
  });

  it("is none where there is no room", () => {
    expect(bucketAt("bars", 4, AXIS_PX, AXIS_PX + RIGHT_PX)).toBeNull();
    expect(bucketAt("lines", 0, AXIS_PX + 1, WIDTH)).toBeNull();
  });
});
