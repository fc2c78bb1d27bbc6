import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type SpanColumns,
  SpanFinding,
  SpanKind,
  SpanOutcome,
} from "@/lib/contracts/inspector/run/run-trace.ts";
import { walkGraph } from "../canvas/use-graph-view.ts";
import { growForest } from "../layout/aggregate-hops.ts";
import { type GraphLayout, layOutGraph } from "../layout/lay-out-graph.ts";
import { toLabel } from "./describe-node.ts";
import { readHops } from "./read-hops.ts";
import { findSelectedHop, orderHops } from "./use-hops.ts";

type Drawn = { kind: SpanKind; parent: number; name?: string };

function toColumns(drawn: readonly Drawn[]): SpanColumns {
  const zeros = drawn.map(() => 0);
  return {
    texts: drawn.map((_, index) => `h${index}`),
    kind: drawn.map(({ kind }) => SpanKind.options.indexOf(kind)),
    hopRef: drawn.map((_, index) => index),
    parent: drawn.map(({ parent }) => parent),
    name: drawn.map((_, index) => index),
    outcome: drawn.map(() => SpanOutcome.options.indexOf("ok")),
    trust: drawn.map(() => -1),
    startMs: zeros,
    durationMs: zeros,
    // As differences: to the span before, and to its own start.
    firstSeq: drawn.map(() => 1),
    lastSeq: drawn.map(() => 1),
    cut: [],
    findings: [],
  };
}

describe("readHops", () => {
  it("leaves out the work inside a hop, and keeps what hangs where", () => {
    const columns = toColumns([
      { kind: "coordinator", parent: -1 },
      { kind: "model-call", parent: 0 },
      { kind: "agent", parent: 0 },
      { kind: "tool", parent: 2 },
    ]);
    expect(readHops(columns).map(({ ref, parent }) => [ref, parent])).toEqual([
      ["h0", -1],
      ["h2", 0],
      ["h3", 1],
    ]);
  });

  it("knows the model call that asked for a tool's call", () => {
    const columns = toColumns([
      { kind: "agent", parent: -1 },
      { kind: "tool", parent: 0 },
      { kind: "model-call", parent: 0 },
      { kind: "tool", parent: 0 },
      { kind: "model-call", parent: 3 },
      { kind: "tool", parent: 0 },
    ]);
    expect(readHops(columns).map(({ askedSeq }) => askedSeq)).toEqual([null, null, 3, 3]);
  });

  it("takes a passage of the gateway for a hop between an agent and a service", () => {
    const columns = toColumns([
      { kind: "agent", parent: -1 },
      { kind: "gateway", parent: 0 },
      { kind: "service", parent: 1 },
    ]);
    expect(readHops(columns).map(({ kind, parent }) => [kind, parent])).toEqual([
      ["agent", -1],
      ["gateway", 0],
      ["service", 1],
    ]);
  });

  it("cuts every cycle, says so, and loses no hop", () => {
    const anyParents = fc
      .integer({ min: 1, max: 30 })
      .chain((many) =>
        fc.array(fc.integer({ min: -1, max: many - 1 }), { minLength: many, maxLength: many }),
      );
    fc.assert(
      fc.property(anyParents, (parents) => {
        const columns = toColumns(parents.map((parent) => ({ kind: "agent", parent })));
        const hops = readHops(columns);
        expect(orderHops(hops)).toHaveLength(hops.length);
        const cuts = hops.filter((hop, index) => hop.parent !== parents[index]);
        for (const hop of cuts) {
          expect(hop.parent).toBe(-1);
          expect(hop.findings.map(({ code }) => code)).toEqual(["cycle"]);
        }
        expect(growForest(hops).roots).toHaveLength(
          parents.filter((parent) => parent < 0).length + cuts.length,
        );
      }),
    );
  });

  it("tells what concerns the tree first", () => {
    const columns = toColumns([{ kind: "agent", parent: -1 }]);
    const codes = ["never-ended", "clock-skew", "orphan"] as const;
    columns.findings = codes.map((code) => ({
      span: 0,
      code: SpanFinding.options.indexOf(code),
      text: code,
    }));
    const [hop] = readHops(columns);
    expect(hop?.findings.map(({ code }) => code)).toEqual(["orphan", "clock-skew", "never-ended"]);
  });
});

describe("findSelectedHop", () => {
  it("tells two starts of one id apart", () => {
    const columns = toColumns([
      { kind: "tool", parent: -1 },
      { kind: "tool", parent: -1 },
    ]);
    columns.hopRef = [0, 0];
    const hops = readHops(columns);
    expect(findSelectedHop(hops, { hopRef: "h0", seq: 2 })).toBe(1);
    expect(findSelectedHop(hops, { hopRef: "h0", seq: 99 })).toBe(0);
    expect(findSelectedHop(hops, { hopRef: "h7", seq: null })).toBe(-1);
    expect(findSelectedHop(hops, { hopRef: null, seq: 2 })).toBe(-1);
  });
});

describe("walkGraph", () => {
  const columns = toColumns([
    { kind: "coordinator", parent: -1 },
    { kind: "agent", parent: 0 },
    { kind: "tool", parent: 1 },
    { kind: "tool", parent: 1 },
  ]);
  const view = { focus: null, opened: [], folded: [], kept: null };
  const { nodes }: GraphLayout = layOutGraph(readHops(columns), view);

  it.each([
    [-1, "ArrowDown", 0],
    [0, "ArrowRight", 1],
    [1, "ArrowRight", 2],
    [2, "ArrowDown", 3],
    [3, "ArrowUp", 2],
    [3, "ArrowLeft", 1],
    [0, "ArrowLeft", null],
    [3, "ArrowDown", null],
    [3, "Home", 0],
    [0, "x", null],
  ])("goes from %s by %s to %s", (from, key, to) => {
    expect(walkGraph(nodes, from, key)).toBe(to);
  });
});

describe("toLabel", () => {
  it("keeps a text inert, on one line, and short", () => {
    expect(toLabel("a\u202eb\n c\u0001", 40)).toBe("aU+202Eb cU+0001");
    expect(toLabel("\ud800<b>", 40)).toBe("\ufffd<b>");
    expect([...toLabel("🙂".repeat(50), 10)]).toHaveLength(10);
  });
});
