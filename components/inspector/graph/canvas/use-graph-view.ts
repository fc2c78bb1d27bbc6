"use client";
/** Which nodes of the graph are opened, folded or in focus. */
import { useCallback, useMemo, useState } from "react";
import { type GraphView, WHOLE_VIEW } from "../layout/aggregate-hops.ts";
import type { PlacedNode } from "../layout/lay-out-graph.ts";
import { WINDOW } from "../layout/partition-siblings.ts";

/** More would leave no room for what is around them. */
const OPENED_MAX = 2;

export type GraphActions = {
  /** Draws the next members of a group on their own; after the last, none. */
  openGroup(node: PlacedNode): void;
  /** Folds what is below a node, or unfolds it. */
  toggleFold(node: PlacedNode): void;
  /** Draws the tree of this hop alone; null: everything. */
  focusOn(hop: number | null): void;
  /** Everything as it was at first. */
  reset(): void;
};

/** @param kept the hop that must be seen, else null */
export function useGraphView(kept: number | null): { view: GraphView; actions: GraphActions } {
  const [asked, setAsked] = useState<Omit<GraphView, "kept">>(WHOLE_VIEW);
  const view = useMemo(() => ({ ...asked, kept }), [asked, kept]);
  const openGroup = useCallback(({ key, hops }: PlacedNode) => {
    setAsked((before) => {
      const at = before.opened.find((window) => window.key === key);
      const others = before.opened.filter((window) => window.key !== key);
      const from = at ? at.from + WINDOW : 0;
      // The group itself has become smaller by what is drawn already.
      const isOver = from >= hops.length + (at ? WINDOW : 0);
      if (isOver) return { ...before, opened: others };
      return { ...before, opened: [...others, { key, from }].slice(-OPENED_MAX) };
    });
  }, []);
  const toggleFold = useCallback(({ key }: PlacedNode) => {
    setAsked((before) => {
      const isFolded = before.folded.includes(key);
      const others = before.folded.filter((folded) => folded !== key);
      return { ...before, folded: isFolded ? others : [...others, key] };
    });
  }, []);
  const focusOn = useCallback((focus: number | null) => {
    setAsked((before) => ({ ...before, focus, folded: [] }));
  }, []);
  const reset = useCallback(() => setAsked(WHOLE_VIEW), []);
  const actions = useMemo(
    () => ({ openGroup, toggleFold, focusOn, reset }),
    [openGroup, toggleFold, focusOn, reset],
  );
  return { view, actions };
}
