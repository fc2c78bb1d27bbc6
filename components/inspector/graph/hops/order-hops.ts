/** Orders hops by the tree, parents before children, with their depth. Pure. */
import { growForest } from "../layout/hop-forest.ts";
import type { Hop } from "./read-hops.ts";

export type HopRow = { index: number; depth: number };

const known = new WeakMap<readonly Hop[], readonly HopRow[]>();

/** Cached: the same array of hops gives the same rows. */
export function orderHops(hops: readonly Hop[]): readonly HopRow[] {
  const rows = known.get(hops) ?? walkDown(hops);
  known.set(hops, rows);
  return rows;
}

function walkDown(hops: readonly Hop[]): HopRow[] {
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
