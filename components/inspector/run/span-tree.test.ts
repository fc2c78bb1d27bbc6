import { describe, expect, it } from "vitest";
import type { SpanColumns } from "@/lib/contracts/inspector/run/run-trace.ts";
import { isHop, readSpans, spanTree, visibleRows } from "./span-tree.ts";

const COLUMNS: SpanColumns = {
  texts: ["h1", "general", "demo"],
  kind: [1, 4],
  hopRef: [0, 0],
  parent: [-1, 0],
  name: [1, 2],
  outcome: [1, 0],
  trust: [1, -1],
  startMs: [40, -10],
  durationMs: [12.5, -1],
  firstSeq: [3, 4],
  lastSeq: [6, -1],
  cut: [],
  findings: [{ span: 1, code: 3, text: "begins 10 ms before its parent h1" }],
};

it("adds the columns up to spans, and gives the same list for the same columns", () => {
  const [agent, call] = readSpans(COLUMNS);
  expect(agent).toEqual({
    index: 0,
    kind: "agent",
    hopRef: "h1",
    parent: -1,
    name: "general",
    outcome: "ok",
    trust: "person",
    startMs: 40,
    durationMs: 12.5,
    firstSeq: 3,
    lastSeq: 9,
    findings: [],
  });
  expect(call).toMatchObject({
    kind: "model-call",
    name: "demo",
    parent: 0,
    outcome: "running",
    trust: null,
  });
  expect(call).toMatchObject({ startMs: 30, durationMs: -1, firstSeq: 7, lastSeq: 0 });
  expect(call?.findings).toEqual([
    { code: "clock-skew", text: "begins 10 ms before its parent h1" },
  ]);
  expect(readSpans(COLUMNS)).toBe(readSpans(COLUMNS));
  expect([agent, call].map((span) => span && isHop(span))).toEqual([true, false]);
});

/** A forest by its parents' indices. */
const forest = (...parent: number[]): SpanColumns => ({
  texts: ["h"],
  kind: parent.map(() => 0),
  hopRef: parent.map(() => 0),
  parent,
  name: parent.map(() => 0),
  outcome: parent.map(() => 1),
  trust: parent.map(() => -1),
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
