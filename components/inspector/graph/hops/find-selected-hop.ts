/** Which hop a selection means, where an id started more than once. Pure. */
import type { Selection } from "../../run/selection/use-selection.ts";
import type { Hop } from "./read-hops.ts";

/** Index of the start; −1 for none. Of an id that started twice, the start that `seq` names, else the first. */
export function findSelectedHop(hops: readonly Hop[], { hopRef, seq }: Selection): number {
  if (hopRef === null) return -1;
  const exact = hops.findIndex((hop) => hop.ref === hopRef && hop.seq === seq);
  return exact >= 0 ? exact : hops.findIndex((hop) => hop.ref === hopRef);
}
