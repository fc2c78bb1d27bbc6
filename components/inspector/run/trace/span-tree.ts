/** The spans of a trace as trees with their depth, made once per trace. Pure. */
import type { SpanColumns } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import { isHop, readSpans, type Span } from "./read-spans.ts";

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

const known = new WeakMap<SpanColumns, SpanTree>();

export function spanTree(columns: SpanColumns): SpanTree {
  const before = known.get(columns);
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
  known.set(columns, tree);
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
