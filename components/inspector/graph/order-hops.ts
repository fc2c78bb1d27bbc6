/** Hops in the order of the tree, parents before children, each with its depth. Pure. */
import { growForest } from "./hop-forest.ts";
import type { Hop } from "./read-hops.ts";

export type HopRow = { index: number; depth: number };

export function orderHops(hops: readonly Hop[]): HopRow[] {
  const { roots, children } = growForest(hops);
  const rows: HopRow[] = [];
  const stack = roots.map((index) => ({ index, depth: 0 })).reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    rows.push(next);
    for (const child of (children[next.index] ?? []).toReversed()) {
      stack.push({ index: child, depth: next.depth + 1 });
    }
  }
  return rows;
}
