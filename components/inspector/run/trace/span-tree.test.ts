import { describe, expect, it } from "vitest";
import type { SpanColumns } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import { spanTree, visibleRows } from "./span-tree.ts";

/** A forest by its parents' indices. */
const forest = (...parent: number[]): SpanColumns => ({
  texts: ["h"],
  kind: parent.map(() => 0),
  hopRef: parent.map(() => 0),
  parent,
  name: parent.map(() => 0),
  outcome: parent.map(() => 1),
  startMs: parent.map(() => 1),
  durationMs: parent.map(() => 1),
  firstSeq: parent.map(() => 1),
  lastSeq: parent.map(() => -1),
  cut: [],
  findings: [],
});

describe("visibleRows", () => {
  it("puts children below their parent in the order in which they began, even before it", () => {
    const tree = spanTree(forest(-1, 0, 0, 1, -1, 6, -1));
    expect(visibleRows(tree, new Set())).toEqual([0, 1, 3, 2, 4, 6, 5]);
    expect(tree.depths).toEqual([0, 1, 1, 2, 0, 1, 0]);
  });

  it("leaves out what lies in something collapsed, and nothing else", () => {
    const tree = spanTree(forest(-1, 0, 0, 1, -1));
    expect(visibleRows(tree, new Set([1]))).toEqual([0, 1, 2, 4]);
    expect(visibleRows(tree, new Set([0]))).toEqual([0, 4]);
  });

  it("goes as deep as a run does", () => {
    const many = 50_000;
    const tree = spanTree(forest(...Array.from({ length: many }, (_, index) => index - 1)));
    expect(visibleRows(tree, new Set())).toHaveLength(many);
    expect(tree.depths.at(-1)).toBe(many - 1);
  });
});
