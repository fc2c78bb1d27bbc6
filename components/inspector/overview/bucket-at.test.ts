import { describe, expect, it } from "vitest";
import { AXIS_PX, bucketAt, RIGHT_PX } from "./bucket-at.ts";

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
