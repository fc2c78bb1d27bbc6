import { describe, expect, it } from "vitest";
import { COUNTED, searchTree, weighTree } from "./search-tree.ts";

const find = (value: unknown, text: string) =>
  [...searchTree(value, text)].flatMap((match) => (match ? [match.path.join("/")] : []));

describe("searchTree", () => {
  const value = { Platform: "iOS", list: [{ os: "ios" }, 12, null, true], other: { deep: "x" } };

  it.each([
    ["IOS", ["Platform", "list/0/os"]],
    ["platform", ["Platform"]],
    ["1", ["list/1"]],
    ["null", ["list/2"]],
    ["deep", ["other/deep"]],
    ["nothing at all", []],
    ["", []],
  ])("finds %j in names and values, in order", (text, paths) => {
    expect(find(value, text)).toEqual(paths);
  });

  it("does not take a place in a list for a name", () => {
    expect(find(["a", "b"], "1")).toEqual([]);
  });

  it("looks at a value that stands alone", () => {
    expect([...searchTree("Needle", "need")]).toEqual([{ path: [] }]);
  });

  it("draws breath in a large value, and finds what is at its end", () => {
    const large = Array.from({ length: 5_000 }, (_, n) => ({ n }));
    const steps = [...searchTree(large, "4999")];
    expect(steps.filter((step) => step === null).length).toBeGreaterThan(3);
    expect(steps.filter((step) => step !== null)).toEqual([{ path: ["4999", "n"] }]);
  });

  it("counts beyond the matches that are kept", () => {
    expect([...searchTree(["x", "x", "x"], "x", 1)]).toEqual([{ path: ["0"] }, COUNTED, COUNTED]);
  });

  it("does not overflow on what is nested deep", () => {
    let deep: unknown = "end";
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(find(deep, "end")).toHaveLength(1);
  });
});

describe("weighTree", () => {
  it("counts values, and long texts as several, up to a limit", () => {
    expect(weighTree({ a: 1, b: [2, 3] }, 100)).toBe(5);
    expect(weighTree("x".repeat(4_000), 100)).toBe(11);
    expect(weighTree(new Array(1_000).fill(0), 60)).toBe(60);
  });
});
