import "server-only";
/** Aligns the hops of two runs. */
import type { AlignedHops, ComparedHop } from "../../contracts/inspector/compare/run-comparison.ts";
import type { StoredHop } from "../../db/inspector/compare/read-compared-run.ts";
import * as text from "../../messages/inspector-findings.ts";
import { alignItems } from "./align-items.ts";

export function compareHops(left: readonly StoredHop[], right: readonly StoredHop[]): AlignedHops {
  return alignItems(toHops(left), toHops(right), {
    keyOf: ({ depth, kind, nodeId }) => JSON.stringify([depth, kind, nodeId]),
    differs: (one, other) => [
      ...(one.outcome === other.outcome ? [] : [text.outcome()]),
      ...(isOther(one.inputSha256, other.inputSha256) ? [text.input()] : []),
      ...(isOther(one.outputSha256, other.outputSha256) ? [text.output()] : []),
    ],
  });
}

/** A value that is unknown on one side counts as equal. */
function isOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function toHops(stored: readonly StoredHop[]): ComparedHop[] {
  const depths = new Map<string, number>();
  return stored.map((hop): ComparedHop => {
    // A parent starts before its child. A missing one means an orphan or a cycle.
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
