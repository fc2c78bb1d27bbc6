import { describe, expect, it } from "vitest";
import { foldText } from "./folded-text.tsx";

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
