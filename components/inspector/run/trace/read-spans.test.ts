import { expect, it } from "vitest";
import type { SpanColumns } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import { isHop, readSpans } from "./read-spans.ts";

const COLUMNS: SpanColumns = {
  texts: ["h1", "general", "demo"],
  kind: [1, 4],
  hopRef: [0, 0],
  parent: [-1, 0],
  name: [1, 2],
  outcome: [1, 0],
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
    startMs: 40,
    durationMs: 12.5,
    firstSeq: 3,
    lastSeq: 9,
    findings: [],
  });
  expect(call).toMatchObject({ kind: "model-call", name: "demo", parent: 0, outcome: "running" });
  expect(call).toMatchObject({ startMs: 30, durationMs: -1, firstSeq: 7, lastSeq: 0 });
  expect(call?.findings).toEqual([
    { code: "clock-skew", text: "begins 10 ms before its parent h1" },
  ]);
  expect(readSpans(COLUMNS)).toBe(readSpans(COLUMNS));
  expect([agent, call].map((span) => span && isHop(span))).toEqual([true, false]);
});
