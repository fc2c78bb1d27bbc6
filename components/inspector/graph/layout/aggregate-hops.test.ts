import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuGrowth } from "@/scripts/testing/cpu-time.ts";
import { HOP_KINDS, type Hop } from "../hops/read-hops.ts";
import {
  aggregateHops,
  type GraphView,
  growForest,
  NODES_MAX,
  WHOLE_VIEW,
} from "./aggregate-hops.ts";
import { findParallel, layOutGraph, NODE } from "./lay-out-graph.ts";

const hop = (overrides: Partial<Hop> = {}): Hop => ({
  ref: "h",
  parent: -1,
  kind: "tool",
  name: "python_interpreter",
  outcome: "ok",
  trust: null,
  askedSeq: null,
  startMs: 0,
  durationMs: 1,
  seq: 1,
  findings: [],
  ...overrides,
});

/** A coordinator, an agent, and this many tools. */
function wideRun(tools: number): Hop[] {
  const above = [
    hop({ kind: "coordinator", name: "coordinator" }),
    hop({ kind: "agent", name: "general", parent: 0 }),
  ];
  const below = Array.from({ length: tools }, (_, index) =>
    hop({ ref: `t${index}`, parent: 1, startMs: index * 2, seq: index + 3 }),
  );
  return [...above, ...below];
}

/** Any forest: each hop has an earlier hop as its parent, or none. */
const anyHops = fc
  .array(
    fc.record({
      up: fc.nat(),
      isRoot: fc.boolean(),
      kind: fc.constantFrom(...HOP_KINDS),
      name: fc.constantFrom("a", "b", "c", "d"),
      isOdd: fc.integer({ min: 0, max: 20 }),
      startMs: fc.integer({ min: 0, max: 40 }),
      durationMs: fc.integer({ min: -1, max: 30 }),
    }),
    { maxLength: 400 },
  )
  .map((drawn) =>
    drawn.map(({ up, isRoot, isOdd, ...rest }, index) =>
      hop({
        ...rest,
        outcome: rest.durationMs < 0 ? "running" : "ok",
        ref: `h${index}`,
        parent: isRoot || index === 0 ? -1 : up % index,
        findings: isOdd === 0 ? [{ code: "other", text: "odd" }] : [],
      }),
    ),
  );

const anyView = fc.record({
  hops: anyHops,
  focus: fc.option(fc.nat()),
  kept: fc.option(fc.nat()),
  from: fc.nat({ max: 60 }),
});

describe("aggregateHops", () => {
  it("never loses a hop, and never counts one twice, whatever is opened, folded or in focus", () => {
    fc.assert(
      fc.property(anyView, ({ hops, focus, kept, from }) => {
        const forest = growForest(hops);
        const pick = (index: number | null) =>
          index === null || hops.length === 0 ? null : index % hops.length;
        const base: GraphView = { ...WHOLE_VIEW, focus: pick(focus), kept: pick(kept) };
        const [first] = aggregateHops(forest, base).filter(({ hops: many }) => many.length > 1);
        const opened = first ? [{ key: first.key, from }] : [];
        const folded = aggregateHops(forest, base)
          .filter((_, index) => index % 5 === 4)
          .map(({ key }) => key);
        for (const view of [base, { ...base, opened }, { ...base, folded }]) {
          const nodes = aggregateHops(forest, view);
          const stood = nodes.flatMap((node) => node.hops);
          const below = nodes.reduce((sum, node) => sum + node.below, 0);
          const scope =
            view.focus === null ? hops.length : (forest.sizes[view.focus] ?? Number.NaN);
          expect(new Set(stood).size).toBe(stood.length);
          expect(stood.length + below).toBe(scope);
          expect(new Set(nodes.map(({ key }) => key)).size).toBe(nodes.length);
          for (const [index, { parent }] of nodes.entries()) expect(parent).toBeLessThan(index);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("draws a small run hop by hop", () => {
    const nodes = aggregateHops(growForest(wideRun(40)), WHOLE_VIEW);
    expect(nodes).toHaveLength(42);
    expect(nodes.every(({ hops, below }) => hops.length === 1 && below === 0)).toBe(true);
  });

  it("draws many siblings of one name as one node, and opens them step by step", () => {
    const forest = growForest(wideRun(9_984));
    const nodes = aggregateHops(forest, WHOLE_VIEW);
    expect(nodes.map(({ hops }) => hops.length)).toEqual([1, 1, 9_984]);
    const key = nodes[2]?.key ?? "";
    const opened = aggregateHops(forest, { ...WHOLE_VIEW, opened: [{ key, from: 25 }] });
    expect(opened.filter(({ hops }) => hops.length === 1)).toHaveLength(27);
    expect(opened.find((node) => node.key === key)?.hops).toHaveLength(9_959);
    expect(opened.some(({ hops }) => hops.length === 1 && hops[0] === 2 + 25)).toBe(true);
  });

  it("keeps what is odd, and what is selected, out of a group", () => {
    const hops = wideRun(1_000);
    const odd = hops[500];
    if (odd) odd.findings = [{ code: "duplicate-id", text: "again" }];
    const nodes = aggregateHops(growForest(hops), { ...WHOLE_VIEW, kept: 700 });
    const alone = nodes.filter((node) => node.hops.length === 1).map((node) => node.hops[0]);
    expect(alone).toEqual(expect.arrayContaining([500, 700]));
  });

  it("stays small however the run is shaped", () => {
    const chain = Array.from({ length: 5_000 }, (_, index) => hop({ parent: index - 1 }));
    const names = wideRun(5_000).map((one, index) => ({ ...one, name: `n${index}` }));
    const roots = Array.from({ length: 5_000 }, (_, index) =>
      hop({ name: `n${index}`, findings: [{ code: "orphan", text: "no parent" }] }),
    );
    for (const hops of [chain, names, roots]) {
      const nodes = aggregateHops(growForest(hops), WHOLE_VIEW);
      expect(nodes.length).toBeLessThanOrEqual(NODES_MAX);
      expect(nodes.reduce((sum, node) => sum + node.hops.length + node.below, 0)).toBe(hops.length);
    }
  });
});

describe("findParallel", () => {
  it("marks exactly those that overlapped with a sibling", () => {
    fc.assert(
      fc.property(anyHops, (hops) => {
        const forest = growForest(hops);
        const expected = hops.map(() => false);
        const endOf = ({ startMs, durationMs }: Hop) =>
          durationMs < 0 ? Number.POSITIVE_INFINITY : startMs + durationMs;
        for (const siblings of forest.children) {
          for (const one of siblings) {
            for (const other of siblings) {
              const [a, b] = [hops[one], hops[other]];
              if (!a || !b || one === other) continue;
              const isFirst =
                a.startMs === b.startMs ? endOf(a) >= endOf(b) : a.startMs < b.startMs;
              const [early, late] = isFirst ? [a, b] : [b, a];
              if (late.startMs < endOf(early) - 1) expected[one] = true;
            }
          }
        }
        expect(findParallel(forest)).toEqual(expected);
      }),
    );
  });

  it("says the same in whichever order those came that began together", () => {
    const [whole, long, short] = [
      hop({ durationMs: 9 }),
      hop({ parent: 0, startMs: 1, durationMs: 5 }),
      hop({ parent: 0, startMs: 1, durationMs: 0 }),
    ];
    for (const hops of [
      [whole, long, short],
      [whole, short, long],
    ]) {
      expect(findParallel(growForest(hops))).toEqual([false, true, true]);
    }
  });
});

describe("layOutGraph", () => {
  it("lets no two nodes touch, and holds all of them within its bounds", () => {
    fc.assert(
      fc.property(anyHops, (hops) => {
        const { nodes, bounds, counts } = layOutGraph(hops, WHOLE_VIEW);
        expect(counts.alone + counts.grouped + counts.below).toBe(hops.length);
        expect(counts.outside).toBe(0);
        for (const [index, node] of nodes.entries()) {
          expect(node.x).toBeGreaterThanOrEqual(bounds.x);
          expect(node.x + NODE.width).toBeLessThanOrEqual(bounds.x + bounds.width);
          expect(node.y + NODE.height).toBeLessThanOrEqual(bounds.y + bounds.height);
          for (const other of nodes.slice(index + 1)) {
            const apart =
              Math.abs(node.x - other.x) >= NODE.width || Math.abs(node.y - other.y) >= NODE.height;
            expect(apart).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("does a fixed amount of work for each of ten thousand hops", () => {
    const hops = wideRun(9_998);
    const layOut = (count: number) => void layOutGraph(hops.slice(0, count), WHOLE_VIEW);
    // Ten times the hops; comparing each with each would take a hundred times as long.
    expect(cpuGrowth(layOut, [1_000, 10_000])).toBeLessThan(10 * 5);
  });
});
