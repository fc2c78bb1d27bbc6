/** Finds the hop that a selection means where an id started more than once. Pure. */
import type { Selection } from "../../run/selection/use-selection.ts";
import type { Hop } from "./read-hops.ts";

/** Index of the start, −1 for none. If an id started twice: the start with that `seq`, else the first. */
export function findSelectedHop(hops: readonly Hop[], { hopRef, seq }: Selection): number {
  if (hopRef === null) return -1;
  const exact = hops.findIndex((hop) => hop.ref === hopRef && hop.seq === seq);
  return exact >= 0 ? exact : hops.findIndex((hop) => hop.ref === hopRef);
}
