import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareTexts } from "./compare-texts.ts";

const side = (parts: ReturnType<typeof compareTexts>["parts"], other: "left" | "right") =>
  parts
    .filter(({ change }) => change !== other)
    .map(({ text }) => text)
    .join("");

describe("compareTexts", () => {
  it("keeps both texts to the character", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const { parts, same } = compareTexts(left, right);
        expect(side(parts, "right")).toBe(left);
        expect(side(parts, "left")).toBe(right);
        expect(same).toBe(left === right);
      }),
    );
  });

  it("marks the words that differ, and those alone", () => {
    const { parts } = compareTexts("Fibonacci(90) is 28.", "Fibonacci(31) is 13.");
    expect(parts).toEqual([
      { change: "same", text: "Fibonacci(" },
      { change: "left", text: "90" },
      { change: "right", text: "31" },
      { change: "same", text: ") is " },
      { change: "left", text: "28" },
      { change: "right", text: "13" },
      { change: "same", text: "." },
    ]);
  });

  it("takes words next to each other as one change", () => {
    const { parts } = compareTexts("the red car", "the blue bus");
    expect(parts).toEqual([
      { change: "same", text: "the " },
      { change: "left", text: "red car" },
      { change: "right", text: "blue bus" },
    ]);
  });

  it("makes no patchwork of texts that have a few words in common by chance", () => {
    const { parts } = compareTexts(
      "There are two hundred people in the directory.",
      "The host in question does not answer.",
    );
    expect(parts.map(({ change }) => change)).toEqual(["left", "right", "same"]);
  });

  it("compares very long texts line by line", () => {
    const line = "one two three four five six seven eight nine ten\n";
    const { parts } = compareTexts(line.repeat(3_000), `${line.repeat(3_000)}end\n`);
    expect(parts.at(-1)).toEqual({ change: "right", text: "end\n" });
    expect(parts).toHaveLength(2);
  });
});
