import "server-only";
/** Decides what becomes of a run whose process is gone. */
import type { OrphanedRun } from "../db/runs/sweep-expired-runs.ts";

/** What can be done: its answer ends as interrupted, with the text that is stored. */
export type OrphanDecision = "interrupt";

/** The one place that decides it, for the sweep and for the start of a server alike. */
export function decideOrphanedRun(_run: OrphanedRun): OrphanDecision {
  return "interrupt";
}
