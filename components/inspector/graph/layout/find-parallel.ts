/** Finds siblings that ran at the same time. Pure. */

import type { Hop } from "../hops/read-hops.ts";
import type { Forest } from "./hop-forest.ts";

/** Starts are known to the millisecond, so a shorter overlap proves nothing. */
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

/** False where the clock is in doubt or no end is known: then no overlap is reported. */
function isTimed(hop: Hop | undefined): boolean {
  if (!hop || hop.findings.some(({ code }) => code === "clock-skew")) return false;
  return hop.durationMs >= 0 || hop.outcome === "running";
}

/** An active hop ends after everything that has begun. */
function endOf({ startMs, durationMs }: Hop): number {
  return durationMs < 0 ? Number.POSITIVE_INFINITY : startMs + durationMs;
}

/** Among hops with the same start the longest comes first, because the others overlap with it. */
function byStart(hops: readonly Hop[]) {
  return (one: number, other: number) => {
    const [a, b] = [hops[one], hops[other]];
    if (!a || !b) return 0;
    if (a.startMs !== b.startMs) return a.startMs - b.startMs;
    return endOf(a) === endOf(b) ? 0 : endOf(b) - endOf(a);
  };
}
