/** Reads a trace's columns into spans, and the spans into trees with their depth, once per trace. Pure. */
import {
  type SpanColumns,
  SpanFinding,
  SpanKind,
  SpanOutcome,
} from "@/lib/contracts/inspector/run/run-trace.ts";
import { TRUST, type Trust } from "@/lib/contracts/model/origin.ts";

export type Span = {
  /** Its index in the columns, which are in starting order. */
  index: number;
  kind: SpanKind;
  hopRef: string;
  /** Index of its parent; −1 for a root. */
  parent: number;
  name: string;
  outcome: SpanOutcome;
  /** The lowest trust of what stood in the prompts that led to it; null where none is known. */
  trust: Trust | null;
  /** Since the run began. */
  startMs: number;
  /** −1 while it is active. */
  durationMs: number;
  /** `seq` of the events that began and ended it; 0: none yet. */
  firstSeq: number;
  lastSeq: number;
  findings: readonly { code: SpanFinding; text: string }[];
};

const NONE: Span["findings"] = [];
const known = new WeakMap<SpanColumns, readonly Span[]>();

/** Cached: the same columns give the same list in every panel. */
export function readSpans(columns: SpanColumns): readonly Span[] {
  const before = known.get(columns);
  if (before) return before;
  let startMs = 0;
  let firstSeq = 0;
  const spans = columns.kind.map((_, index) => {
    startMs += columns.startMs[index] ?? 0;
    firstSeq += columns.firstSeq[index] ?? 0;
    return readSpan(columns, index, startMs, firstSeq);
  });
  for (const { span, code, text } of columns.findings) {
    const found = spans[span];
    const finding = { code: SpanFinding.options[code] ?? ("other" as const), text };
    if (found) found.findings = [...found.findings, finding];
  }
  known.set(columns, spans);
  return spans;
}

function readSpan(columns: SpanColumns, index: number, startMs: number, firstSeq: number): Span {
  const lasts = columns.lastSeq[index] ?? -1;
  const textAt = (column: readonly number[]) => columns.texts[column[index] ?? -1] ?? "";
  return {
    index,
    kind: SpanKind.options[columns.kind[index] ?? -1] ?? "service",
    hopRef: textAt(columns.hopRef),
    parent: columns.parent[index] ?? -1,
    name: textAt(columns.name),
    outcome: SpanOutcome.options[columns.outcome[index] ?? -1] ?? "unknown",
    trust: TRUST[columns.trust[index] ?? -1] ?? null,
    startMs,
    durationMs: columns.durationMs[index] ?? -1,
    firstSeq,
    lastSeq: lasts < 0 ? 0 : firstSeq + lasts,
    findings: NONE,
  };
}

const HOPS = new Set<SpanKind>(["coordinator", "agent", "gateway", "service", "tool"]);

/** True for a hop; false for work inside a hop. */
export function isHop({ kind }: Pick<Span, "kind">): boolean {
  return HOPS.has(kind);
}

/** The spans of a trace as trees with their depth, made once per trace. */
export type SpanTree = {
  spans: readonly Span[];
  roots: readonly number[];
  /** By index of the parent, in starting order. */
  children: readonly (readonly number[] | undefined)[];
  /** By index: 0 for a root. */
  depths: readonly number[];
  /** The first hop of each name. */
  hops: ReadonlyMap<string, Span>;
};

const knownTrees = new WeakMap<SpanColumns, SpanTree>();

export function spanTree(columns: SpanColumns): SpanTree {
  const before = knownTrees.get(columns);
  if (before) return before;
  const spans = readSpans(columns);
  const roots: number[] = [];
  const children: number[][] = [];
  const hops = new Map<string, Span>();
  for (const span of spans) {
    if (isHop(span) && !hops.has(span.hopRef)) hops.set(span.hopRef, span);
    const siblings = children[span.parent];
    if (span.parent < 0) roots.push(span.index);
    else if (siblings) siblings.push(span.index);
    else children[span.parent] = [span.index];
  }
  const tree = { spans, roots, children, depths: measureDepths(spans, roots, children), hops };
  knownTrees.set(columns, tree);
  return tree;
}

function measureDepths(
  spans: readonly Span[],
  roots: readonly number[],
  children: readonly (readonly number[] | undefined)[],
): number[] {
  const depths = spans.map(() => 0);
  const stack = [...roots];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    for (const child of children[index] ?? []) {
      depths[child] = (depths[index] ?? 0) + 1;
      stack.push(child);
    }
  }
  return depths;
}

/** The rows of the tree in order, without those inside collapsed branches. */
export function visibleRows(tree: SpanTree, collapsed: ReadonlySet<number>): number[] {
  const rows: number[] = [];
  const stack = tree.roots.toReversed();
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    rows.push(index);
    const below = collapsed.has(index) ? undefined : tree.children[index];
    for (let place = (below?.length ?? 0) - 1; place >= 0; place -= 1)
      stack.push(below?.[place] ?? 0);
  }
  return rows;
}
