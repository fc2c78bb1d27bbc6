/** Which model calls are rounds: one definition for the head of a run and for the list of its calls. */
import type { CallSummary } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";

/** Planning, composing and discarded early calls are no rounds (docs/glossary.md). */
export function isRound({ hop, answered }: CallSummary): boolean {
  return hop?.kind !== "coordinator" && answered?.outcome !== "discarded";
}
