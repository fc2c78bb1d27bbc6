/** Which branches of the timeline are collapsed. */
"use client";
import { useCallback, useMemo, useState } from "react";
import type { SpanColumns } from "@/lib/contracts/inspector/run/run-trace.ts";
import { readSelection, type Selection, select } from "../run/selection/use-selection.ts";
import { type Span, type SpanTree, spanTree, visibleRows } from "../run/span-tree.ts";

export type CollapsibleTree = {
  tree: SpanTree;
  /** Indices of the spans that have a row, in order. */
  rows: readonly number[];
  /**
   * Row of a span; null inside a collapsed branch. Searched on demand, because few are needed and folding must be fast.
   */
  rowOf: (index: number) => number | null;
  isCollapsed: (index: number) => boolean;
  /** Allowed policy decisions: how many there are, and whether they have rows. */
  routine: { count: number; isShown: boolean; toggle: () => void };
  /** Stable functions, or every row would be rendered again. */
  setCollapsed: (index: number, to: boolean) => void;
  collapseAll: () => void;
  expandAll: () => void;
  /** Expands all branches around a span. */
  reveal: (index: number) => void;
  /** Selects the next span with a finding, starting from the selected one. */
  goToFinding: () => void;
};

/** What went as it should and holds nothing to look at: an allowed policy decision. */
function isRoutine(span: Span | undefined): boolean {
  return span?.kind === "policy" && span.outcome === "ok" && span.findings.length === 0;
}

const NONE: ReadonlySet<number> = new Set();

export function useCollapsed(columns: SpanColumns): CollapsibleTree {
  const [collapsed, setAll] = useState(NONE);
  const tree = useMemo(() => spanTree(columns), [columns]);
  const [isShown, setShown] = useState(false);
  const rows = useMemo(() => {
    const all = visibleRows(tree, collapsed);
    return isShown ? all : all.filter((index) => !isRoutine(tree.spans[index]));
  }, [tree, collapsed, isShown]);
  const count = useMemo(() => tree.spans.filter(isRoutine).length, [tree]);
  const setCollapsed = useCallback(
    (index: number, to: boolean) =>
      setAll((before) => {
        const next = new Set(before);
        if (to) next.add(index);
        else next.delete(index);
        return next;
      }),
    [],
  );
  const reveal = useCallback(
    (index: number) => {
      if (isRoutine(tree.spans[index])) setShown(true);
      setAll((before) => {
        const next = new Set(before);
        let above = tree.spans[index]?.parent ?? -1;
        for (; above >= 0; above = tree.spans[above]?.parent ?? -1) next.delete(above);
        return next.size === before.size ? before : next;
      });
    },
    [tree],
  );
  return {
    tree,
    rows,
    rowOf: (index) => {
      const row = rows.indexOf(index);
      return row < 0 ? null : row;
    },
    routine: { count, isShown, toggle: () => setShown(!isShown) },
    isCollapsed: (index) => collapsed.has(index),
    setCollapsed,
    collapseAll: () =>
      setAll(new Set(tree.spans.flatMap((_, at) => (tree.children[at] ? [at] : [])))),
    expandAll: () => setAll(NONE),
    reveal,
    goToFinding: () => {
      const odd = tree.spans.filter(({ findings }) => findings.length > 0);
      const at = findSpan(tree, readSelection())?.index ?? -1;
      const next = odd.find(({ index }) => index > at) ?? odd[0];
      if (next) select({ hopRef: next.hopRef, seq: next.firstSeq });
    },
  };
}

const known = new WeakMap<SpanTree, ReadonlyMap<number, Span>>();

/** Finds the selected span, by its event or its hop. */
export function findSpan(tree: SpanTree, { hopRef, seq }: Selection): Span | null {
  const byEvent = seq === null ? undefined : eventsOf(tree).get(seq);
  return byEvent ?? (hopRef === null ? null : (tree.hops.get(hopRef) ?? null));
}

/** The span that each event starts or ends. */
function eventsOf(tree: SpanTree): ReadonlyMap<number, Span> {
  const before = known.get(tree);
  if (before) return before;
  const events = new Map<number, Span>();
  for (const span of tree.spans) {
    events.set(span.firstSeq, span);
    if (span.lastSeq > 0) events.set(span.lastSeq, span);
  }
  known.set(tree, events);
  return events;
}
