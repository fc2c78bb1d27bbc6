/** Which nodes of the graph are open, folded or in focus. */
"use client";
import { useCallback, useMemo, useState } from "react";
import { type GraphView, WHOLE_VIEW } from "../layout/aggregate-hops.ts";
import type { PlacedNode } from "../layout/lay-out-graph.ts";
import { WINDOW } from "../layout/partition-siblings.ts";

/** More open groups would leave no room for their surroundings. */
const OPENED_MAX = 2;

export type GraphActions = {
  /** Draws the next members of a group as single nodes; after the last, none. */
  openGroup(node: PlacedNode): void;
  /** Folds or unfolds the subtree of a node. */
  toggleFold(node: PlacedNode): void;
  /** Draws only the tree of this hop; null: all trees. */
  focusOn(hop: number | null): void;
  /** Resets the view. */
  reset(): void;
};

/** @param kept the hop that must stay visible, else null */
export function useGraphView(kept: number | null): { view: GraphView; actions: GraphActions } {
  const [asked, setAsked] = useState<Omit<GraphView, "kept">>(WHOLE_VIEW);
  const view = useMemo(() => ({ ...asked, kept }), [asked, kept]);
  const openGroup = useCallback(({ key, hops }: PlacedNode) => {
    setAsked((before) => {
      const at = before.opened.find((window) => window.key === key);
      const others = before.opened.filter((window) => window.key !== key);
      const from = at ? at.from + WINDOW : 0;
      // An open group contains fewer hops, because some are drawn as single nodes.
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
