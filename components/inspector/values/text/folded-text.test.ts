import { describe, expect, it } from "vitest";
import { excerptMatch, foldText, splitMatches } from "./folded-text.tsx";

describe("foldText", () => {
  it.each(["", "short", "x".repeat(1_000), "line\n".repeat(13)])("leaves a text whole", (text) => {
    expect(foldText(text)).toBeNull();
  });

  it("folds a long line", () => {
    expect(foldText("x".repeat(5_000))).toBe("x".repeat(900));
  });

  it("folds many short lines at a line", () => {
    expect(foldText("a\n".repeat(40))?.split("\n")).toHaveLength(14);
  });

  it("never ends within a surrogate pair", () => {
    const folded = foldText(`x${"😀".repeat(2_000)}`) ?? "";
    expect(folded.isWellFormed()).toBe(true);
    expect(folded.length).toBeGreaterThan(800);
  });
});

describe("splitMatches", () => {
  it.each([
    ["abcABC", "bc", ["a", "bc", "A", "BC"]],
    ["none", "x", ["none"]],
    ["text", "", ["text"]],
    ["xx", "x", ["x", "x"]],
    ["", "x", [""]],
  ])("takes %j apart at %j", (text, wanted, parts) => {
    expect(splitMatches(text, wanted).map(({ part }) => part)).toEqual(parts);
  });

  it("marks what is written in another form, whatever its length", () => {
    const parts = (text: string, wanted: string) =>
      splitMatches(text, wanted).map(({ part }) => part);
    expect(parts("İx", "x")).toEqual(["İ", "x"]);
    expect(parts("an oﬃce’s", "office's")).toEqual(["an ", "oﬃce’s"]);
    expect(parts("Stra\u00adße", "STRASSE")).toEqual(["Stra\u00adße"]);
  });
});

describe("excerptMatch", () => {
  const text = `${"a".repeat(500)}needle${"b".repeat(500)}`;

  it("shows the surroundings of what is beyond the fold", () => {
    expect(excerptMatch(text, "NEEDLE", 200)).toBe(`${"a".repeat(60)}needle${"b".repeat(60)}`);
  });

  it("shows one that the fold cuts", () => {
    expect(excerptMatch(text, "needle", 503)).toContain("needle");
  });

  it("has nothing to add to what is seen, or not there", () => {
    expect(excerptMatch(text, "needle", 800)).toBeNull();
    expect(excerptMatch(text, "missing", 0)).toBeNull();
  });
});
