/** How a hop ended, as the log says it. */
import type { Outcome } from "../events/event-types.ts";

const OUTCOMES: readonly Outcome[] = ["ok", "failed", "denied", "stopped"];

/** @returns null while it goes on, undefined for what this version does not know */
export function readOutcome(outcome: string | null): Outcome | null | undefined {
  return outcome === null ? null : OUTCOMES.find((known) => known === outcome);
}
