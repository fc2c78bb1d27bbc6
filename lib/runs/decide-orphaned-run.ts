import "server-only";
/** Decides what happens to a run whose process is gone. */
import type { OrphanedRun } from "../db/runs/sweep-expired-runs.ts";

/** The answer ends as interrupted, with the stored text. */
export type OrphanDecision = "interrupt";

/** Used by the sweep and by the start of a server. */
export function decideOrphanedRun(_run: OrphanedRun): OrphanDecision {
  return "interrupt";
}
