/** Which siblings ran at the same time. Pure. */

import type { Hop } from "../hops/read-hops.ts";
import type { Forest } from "./hop-forest.ts";

/** A start is known to the millisecond, so less than one says nothing. */
const TOLERANCE_MS = 1;

/** For each hop, whether it overlapped with another under the same parent. */
export function findParallel({ hops, children }: Pick<Forest, "hops" | "children">): boolean[] {
  const parallel = hops.map(() => false);
  for (const siblings of children) {
    const timed = siblings.filter((index) => isTimed(hops[index])).sort(byStart(hops));
    let last = -1;
    let lastEnd = Number.NEGATIVE_INFINITY;
    for (const index of timed) {
      const hop = hops[index];
      if (!hop) continue;
      if (hop.startMs < lastEnd - TOLERANCE_MS) {
        parallel[index] = true;
        parallel[last] = true;
      }
      const end = endOf(hop);
      if (end > lastEnd) [last, lastEnd] = [index, end];
    }
  }
  return parallel;
}

/** Where the clock is in doubt, or no end is known, nothing is claimed. */
function isTimed(hop: Hop | undefined): boolean {
  if (!hop || hop.findings.some(({ code }) => code === "clock-skew")) return false;
  return hop.durationMs >= 0 || hop.outcome === "running";
}

/** What is going on has not ended before anything that has begun. */
function endOf({ startMs, durationMs }: Hop): number {
  return durationMs < 0 ? Number.POSITIVE_INFINITY : startMs + durationMs;
}

/** Of those that began together the longest comes first: it is the one that the others fell into. */
function byStart(hops: readonly Hop[]) {
  return (one: number, other: number) => {
    const [a, b] = [hops[one], hops[other]];
    if (!a || !b) return 0;
    if (a.startMs !== b.startMs) return a.startMs - b.startMs;
    return endOf(a) === endOf(b) ? 0 : endOf(b) - endOf(a);
  };
}
