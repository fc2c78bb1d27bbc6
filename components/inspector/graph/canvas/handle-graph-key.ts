/** The keys of the graph: arrows move, Enter selects or opens, Space folds, F shows the subtree, + − 0 zoom. */
import type { KeyboardEvent } from "react";
import { type GraphLayout, NODE, type PlacedNode, rootBox } from "../layout/lay-out-graph.ts";
import type { GraphActions } from "./use-graph-view.ts";
import type { GraphZoom } from "./use-graph-zoom.ts";
import { walkGraph } from "./walk-graph.ts";

type GraphKeys = {
  layout: GraphLayout;
  /** Index of the active node; −1 for none. */
  active: number;
  activate: (node: PlacedNode) => void;
  pick: (node: PlacedNode) => void;
  actions: GraphActions;
  zoom: GraphZoom;
};

export function handleGraphKey(event: KeyboardEvent, keys: GraphKeys): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { nodes } = keys.layout;
  const to = walkGraph(nodes, keys.active, event.key);
  const next = to === null ? undefined : nodes[to];
  if (next) {
    keys.activate(next);
    keys.zoom.reveal({ ...NODE, x: next.x, y: next.y });
  } else if (!act(event.key, nodes[keys.active], keys)) return;
  event.preventDefault();
  // A key that the graph handles must not reach the page.
  event.stopPropagation();
}

/** @returns false for a key that the graph does not handle */
function act(key: string, node: PlacedNode | undefined, keys: GraphKeys): boolean {
  const { layout, pick, actions, zoom } = keys;
  if (key === "+" || key === "=") zoom.zoomIn();
  else if (key === "-") zoom.zoomOut();
  else if (key === "0") zoom.fit(layout.bounds, rootBox(layout.nodes));
  else if (key === "Enter" && node) pick(node);
  else if (key === " " && node?.hasBelow) actions.toggleFold(node);
  else if (key === "f" && node) actions.focusOn(node.hops[0] ?? null);
  else return key.startsWith("Arrow");
  return true;
}
