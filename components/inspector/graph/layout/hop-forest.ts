/** The hops of a run as trees, with their descendants counted. Pure. */
import type { Hop } from "../hops/read-hops.ts";

export type Forest = {
  hops: readonly Hop[];
  roots: readonly number[];
  /** The children of each hop, in starting order. */
  children: readonly (readonly number[])[];
  /** The size of each hop's tree, including the hop. */
  sizes: readonly number[];
};

/** @param hops without cycles */
export function growForest(hops: readonly Hop[]): Forest {
  const children: number[][] = hops.map(() => []);
  const roots: number[] = [];
  for (const [index, { parent }] of hops.entries()) (children[parent] ?? roots).push(index);
  return { hops, roots, children, sizes: measureTrees(roots, children) };
}

function measureTrees(roots: readonly number[], children: readonly (readonly number[])[]) {
  const sizes = children.map(() => 1);
  const order = [...roots];
  for (const index of order) for (const child of children[index] ?? []) order.push(child);
  // Children come after their parents, so in reverse order each child's sum is complete.
  for (const index of order.toReversed()) {
    for (const child of children[index] ?? [])
      sizes[index] = (sizes[index] ?? 0) + (sizes[child] ?? 0);
  }
  return sizes;
}

/** The hop, the hop above it, and so on to the root. */
export function pathUp(hops: readonly Hop[], index: number): number[] {
  const path: number[] = [];
  for (let at = index; at >= 0 && path.length <= hops.length; at = hops[at]?.parent ?? -1)
    path.push(at);
  return path;
}
