/** The node that an arrow key leads to. Pure. */
import type { PlacedNode } from "../layout/lay-out-graph.ts";

/**
 * @param current −1: no node yet
 * @returns index of the next node; null where the key leads nowhere
 */
export function walkGraph(
  nodes: readonly PlacedNode[],
  current: number,
  key: string,
): number | null {
  const at = nodes[current];
  if (key === "Home" || (!at && key.startsWith("Arrow"))) return nodes.length > 0 ? 0 : null;
  if (key === "End") return nodes.length > 0 ? nodes.length - 1 : null;
  if (!at) return null;
  switch (key) {
    case "ArrowLeft":
      return at.parent >= 0 ? at.parent : null;
    case "ArrowRight":
      return firstBelow(nodes, current);
    case "ArrowDown":
      return next(nodes, at, 1);
    case "ArrowUp":
      return next(nodes, at, -1);
    default:
      return null;
  }
}

/** The uppermost child. */
function firstBelow(nodes: readonly PlacedNode[], parent: number): number | null {
  let found: number | null = null;
  for (const [index, node] of nodes.entries()) {
    if (node.parent !== parent) continue;
    if (found === null || node.y < (nodes[found]?.y ?? 0)) found = index;
  }
  return found;
}

/** The next one in the same column. */
function next(nodes: readonly PlacedNode[], at: PlacedNode, step: 1 | -1): number | null {
  let found: number | null = null;
  for (const [index, node] of nodes.entries()) {
    if (node.level !== at.level || (node.y - at.y) * step <= 0) continue;
    const best = found === null ? undefined : nodes[found];
    if (!best || (best.y - node.y) * step > 0) found = index;
  }
  return found;
}
