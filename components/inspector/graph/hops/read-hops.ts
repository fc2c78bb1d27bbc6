/** Reads the hops of a run from its trace, linked by `parentRef`. Work inside a hop is left out. Pure. */
import {
  type SpanColumns,
  SpanFinding,
  type SpanOutcome,
} from "@/lib/contracts/inspector/run/run-trace.ts";
import type { Trust } from "@/lib/contracts/model/origin.ts";
import * as texts from "@/lib/messages/inspector-graph.ts";
import { isHop, readSpans, type Span } from "../../run/span-tree.ts";

export const HOP_KINDS = ["coordinator", "agent", "gateway", "service", "tool"] as const;
export type HopKind = (typeof HOP_KINDS)[number];
type HopFinding = { code: SpanFinding; text: string };

/** One start of a hop. Plain data, because it is sent to a worker. */
export type Hop = {
  ref: string;
  /** Index of the parent hop; −1 for a root, for an orphan, and where a cycle is cut. */
  parent: number;
  kind: HopKind;
  name: string;
  outcome: SpanOutcome;
  /** Of what stood in the prompts that led to it; null where none is known. */
  trust: Trust | null;
  /** `seq` of the model call that asked for a tool's call; null for another hop, and for a call of an earlier run. */
  askedSeq: number | null;
  /** Since the run began. */
  startMs: number;
  /** −1 while it is active, and where it never ended. */
  durationMs: number;
  /** `seq` of its start: unique even where an id is used twice. */
  seq: number;
  findings: HopFinding[];
};

const known = new WeakMap<SpanColumns, readonly Hop[]>();

/** Cached: the same columns give the same list in every panel. */
export function readHops(columns: SpanColumns): readonly Hop[] {
  const hops = known.get(columns) ?? listHops(columns);
  known.set(columns, hops);
  return hops;
}

function listHops(columns: SpanColumns): Hop[] {
  const spans = readSpans(columns);
  const places = new Map<number, number>();
  for (const span of spans) if (isHop(span)) places.set(span.index, places.size);
  const asking = findAsking(spans);
  const hops = spans.filter(isHop).map((span): Hop => {
    const { hopRef, name, outcome, trust, startMs, durationMs, firstSeq, findings } = span;
    const at = { ref: hopRef, name, outcome, trust, startMs, durationMs, seq: firstSeq };
    const parent = places.get(span.parent) ?? -1;
    const askedSeq = asking.get(span.index) ?? null;
    return { ...at, askedSeq, parent, kind: toHopKind(span.kind), findings: byWeight(findings) };
  });
  cutCycles(hops);
  return hops;
}

/** For each call of a tool the `seq` of the newest model call of its parent that began before it. */
function findAsking(spans: readonly Span[]): ReadonlyMap<number, number> {
  const newest = new Map<number, number>();
  const asking = new Map<number, number>();
  // A service reports its model calls behind the calls that these asked for.
  for (const { index, kind, parent, firstSeq } of spans.toSorted(byTime)) {
    if (kind === "model-call") newest.set(parent, firstSeq);
    const seq = kind === "tool" ? newest.get(parent) : undefined;
    if (seq !== undefined) asking.set(index, seq);
  }
  return asking;
}

function byTime(one: Span, other: Span): number {
  return one.startMs - other.startMs || one.index - other.index;
}

/** Cuts each cycle above its first hop and records that as a finding. */
function cutCycles(hops: readonly Hop[]): void {
  const done = new Uint8Array(hops.length);
  for (const start of hops.keys()) {
    const path: number[] = [];
    const onPath = new Set<number>();
    let at = start;
    while (at >= 0 && !done[at] && !onPath.has(at)) {
      path.push(at);
      onPath.add(at);
      at = hops[at]?.parent ?? -1;
    }
    if (at >= 0 && onPath.has(at)) cutAbove(hops, Math.min(...path.slice(path.indexOf(at))));
    for (const index of path) done[index] = 1;
  }
}

function cutAbove(hops: readonly Hop[], index: number): void {
  const hop = hops[index];
  if (!hop) return;
  hop.parent = -1;
  if (hop.findings.some(({ code }) => code === "cycle")) return;
  hop.findings.push({ code: "cycle", text: texts.itIsItsOwnAncestor() });
}

/** Findings about the tree come first. */
function byWeight(findings: readonly HopFinding[]): HopFinding[] {
  const weigh = ({ code }: HopFinding) => SpanFinding.options.indexOf(code);
  return findings.toSorted((one, other) => weigh(one) - weigh(other));
}

function toHopKind(kind: string): HopKind {
  return HOP_KINDS.find((known) => known === kind) ?? "service";
}
