import "server-only";
/** Aligns the hops of two runs. */
import type { AlignedHops, ComparedHop } from "../../contracts/inspector/compare/run-comparison.ts";
import type { StoredHop } from "../../db/inspector/compare/read-compared-run.ts";
import { alignItems } from "./align-items.ts";

export function compareHops(left: readonly StoredHop[], right: readonly StoredHop[]): AlignedHops {
  return alignItems(toHops(left), toHops(right), {
    keyOf: ({ depth, kind, nodeId }) => JSON.stringify([depth, kind, nodeId]),
    differs: (one, other) => [
      ...(one.outcome === other.outcome ? [] : ["outcome"]),
      ...(isOther(one.inputSha256, other.inputSha256) ? ["input"] : []),
      ...(isOther(one.outputSha256, other.outputSha256) ? ["output"] : []),
    ],
  });
}

/** What is not known of one side does not differ. */
function isOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function toHops(stored: readonly StoredHop[]): ComparedHop[] {
  const depths = new Map<string, number>();
  return stored.map((hop): ComparedHop => {
    // A parent begins before its child; one that is not known yet is an orphan's, or part of a ring.
    const above = hop.parentRef === null ? undefined : depths.get(hop.parentRef);
    const depth = above === undefined ? 0 : above + 1;
    const hopRef = hop.hopRef ?? "";
    if (!depths.has(hopRef)) depths.set(hopRef, depth);
    return {
      seq: hop.seq,
      hopRef,
      depth,
      kind: hop.kind ?? "",
      nodeId: hop.nodeId ?? "",
      outcome: hop.outcome,
      durationMs: hop.durationMs === null ? null : Math.max(0, hop.durationMs),
      inputSha256: hop.inputSha256,
      outputSha256: hop.outputSha256,
    };
  });
}
