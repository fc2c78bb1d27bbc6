/** Places the nodes from left to right and sums up the hops of each. Pure; runs in a worker. */
import { type HierarchyPointNode, hierarchy, tree } from "d3-hierarchy";
import type { SpanFinding } from "@/lib/contracts/inspector/run/run-trace.ts";
import { lowerTrust, type Trust } from "@/lib/contracts/model/origin.ts";
import type { Hop } from "../hops/read-hops.ts";
import {
  type AggregateNode,
  aggregateHops,
  type Forest,
  type GraphView,
  growForest,
} from "./aggregate-hops.ts";

/** Sizes in pixels at scale 1. */
export const NODE = { width: 188, height: 46 } as const;
const COLUMN = NODE.width + 144;
const ROW = NODE.height + 25;

export type PlacedNode = AggregateNode & {
  /** The upper left corner. */
  x: number;
  y: number;
  level: number;
  /** Number of hops that ran in parallel with a sibling. */
  parallel: number;
  failed: number;
  running: number;
  /** The lowest of its hops; null where none is known. */
  trust: Trust | null;
  /** Sum over its hops; −1 where none has ended. */
  durationMs: number;
  /** Number of its hops with each finding. */
  findings: { code: SpanFinding; count: number }[];
};

export type GraphLayout = {
  nodes: PlacedNode[];
  bounds: { x: number; y: number; width: number; height: number };
  /** Numbers of hops: drawn as single nodes, in groups, folded below a node, and outside the view. */
  counts: { alone: number; grouped: number; below: number; outside: number };
};

export function layOutGraph(hops: readonly Hop[], view: GraphView): GraphLayout {
  const forest = growForest(hops);
  const aggregated = aggregateHops(forest, view);
  const places = placeNodes(aggregated);
  const parallel = findParallel(forest);
  const nodes = aggregated.map((node, index): PlacedNode => {
    const { x = 0, y = 0, level = 0 } = places[index] ?? {};
    return { ...node, x, y, level, ...sumUp(node, forest, parallel) };
  });
  return { nodes, bounds: boundsOf(nodes), counts: countHops(nodes, hops.length) };
}

type Place = { x: number; y: number; level: number };

function placeNodes(nodes: readonly AggregateNode[]): Place[] {
  const children = new Map<number, number[]>();
  for (const [index, { parent }] of nodes.entries()) {
    const siblings = children.get(parent);
    if (siblings) siblings.push(index);
    else children.set(parent, [index]);
  }
  // In starting order, whichever was aggregated first.
  const firstOf = (index: number) => nodes[index]?.hops[0] ?? 0;
  for (const siblings of children.values()) {
    siblings.sort((one, other) => firstOf(one) - firstOf(other));
  }
  const root = hierarchy(-1, (index) => children.get(index));
  const placed: HierarchyPointNode<number> = tree<number>()
    .nodeSize([ROW, COLUMN])
    .separation((one, other) => (one.parent === other.parent ? 1 : 1.15))(root);
  const places: Place[] = [];
  // d3 lets the tree grow downwards, so its x is our y. Its root is artificial and joins our roots.
  for (const { data, x, depth } of placed.descendants()) {
    if (data >= 0) places[data] = { x: (depth - 1) * COLUMN, y: Math.round(x), level: depth };
  }
  return places;
}

function sumUp(node: AggregateNode, { hops }: Forest, parallel: readonly boolean[]) {
  const sum = { parallel: 0, failed: 0, running: 0, durationMs: -1 };
  let trust: Trust | null = null;
  const codes = new Map<SpanFinding, number>();
  for (const index of node.hops) {
    const hop = hops[index];
    if (!hop) continue;
    if (hop.trust !== null) trust = trust === null ? hop.trust : lowerTrust(trust, hop.trust);
    if (parallel[index]) sum.parallel += 1;
    if (hop.outcome === "failed" || hop.outcome === "denied") sum.failed += 1;
    if (hop.outcome === "running") sum.running += 1;
    if (hop.durationMs >= 0) sum.durationMs = Math.max(0, sum.durationMs) + hop.durationMs;
    for (const code of new Set(hop.findings.map((finding) => finding.code))) {
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  }
  return { ...sum, trust, findings: [...codes].map(([code, count]) => ({ code, count })) };
}

function boundsOf(nodes: readonly PlacedNode[]): GraphLayout["bounds"] {
  if (nodes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const left = Math.min(...nodes.map(({ x }) => x));
  const top = Math.min(...nodes.map(({ y }) => y));
  const right = Math.max(...nodes.map(({ x }) => x)) + NODE.width;
  const bottom = Math.max(...nodes.map(({ y }) => y)) + NODE.height;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function countHops(nodes: readonly AggregateNode[], all: number): GraphLayout["counts"] {
  const counts = { alone: 0, grouped: 0, below: 0, outside: all };
  for (const { hops, below } of nodes) {
    if (hops.length === 1) counts.alone += 1;
    else counts.grouped += hops.length;
    counts.below += below;
    counts.outside -= hops.length + below;
  }
  return counts;
}

/** Position of the first root. */
export function rootBox(nodes: readonly PlacedNode[]): GraphLayout["bounds"] {
  return { ...NODE, x: nodes[0]?.x ?? 0, y: nodes[0]?.y ?? 0 };
}

/** Starts are known to the millisecond, so a shorter overlap proves nothing. */
const TOLERANCE_MS = 1;

/** For each hop, whether it overlapped with another under the same parent. */
export function findParallel({ hops, children }: Pick<Forest, "hops" | "children">): boolean[] {
  const parallel = hops.map(() => false);
  for (const siblings of children) {
    const timed = siblings.filter((index) => isTimed(hops[index])).sort(byStart(hops));
    let last = -1;
    let lastEnd = Number.NEGATIVE_INFINITY;
    for (const index of timed) {
      const hop = hops[index];
      if (!hop) continue;
      if (hop.startMs < lastEnd - TOLERANCE_MS) {
        parallel[index] = true;
        parallel[last] = true;
      }
      const end = endOf(hop);
      if (end > lastEnd) [last, lastEnd] = [index, end];
    }
  }
  return parallel;
}

/** False where the clock is in doubt or no end is known: then no overlap is reported. */
function isTimed(hop: Hop | undefined): boolean {
  if (!hop || hop.findings.some(({ code }) => code === "clock-skew")) return false;
  return hop.durationMs >= 0 || hop.outcome === "running";
}

/** An active hop ends after everything that has begun. */
function endOf({ startMs, durationMs }: Hop): number {
  return durationMs < 0 ? Number.POSITIVE_INFINITY : startMs + durationMs;
}

/** Among hops with the same start the longest comes first, because the others overlap with it. */
function byStart(hops: readonly Hop[]) {
  return (one: number, other: number) => {
    const [a, b] = [hops[one], hops[other]];
    if (!a || !b) return 0;
    if (a.startMs !== b.startMs) return a.startMs - b.startMs;
    return endOf(a) === endOf(b) ? 0 : endOf(b) - endOf(a);
  };
}
