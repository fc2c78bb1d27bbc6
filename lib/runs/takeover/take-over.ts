import "server-only";
/** Takes over one run whose process is gone, or ends it where nobody can go on with it. */
import { interruptOrphanedRuns, type OrphanScope } from "../../db/runs/lease/sweep-expired-runs.ts";
import { type TakenRun, takeOverRun } from "../../db/runs/lease/take-over-run.ts";
import { settings } from "../../env/settings.ts";
import { log } from "../../log/log.ts";
import { NEWER_VERSION_PATIENCE_MS } from "../limits.ts";
import { countTakeover } from "../process/instances.ts";
import { runRegistry } from "../run-registry.ts";

/** Begins the work of a run that is taken over. */
export type ResumeRun = (taken: TakenRun) => Promise<void>;

export async function takeOver(
  { id: runId, goneMs }: { id: string; goneMs: number },
  scope: OrphanScope,
  resume: ResumeRun,
): Promise<void> {
  const { instanceId: leaseOwner } = runRegistry();
  const owner = { leaseOwner, leaseMs: settings().RUN_LEASE_MS };
  const taken = await takeOverRun(runId, owner, scope);
  if (taken === "gone" || (taken === "newer" && goneMs < NEWER_VERSION_PATIENCE_MS)) return;
  if (taken === "spent" || taken === "newer") {
    await interruptOrphanedRuns([runId], scope);
    log().warn({ runId, why: taken }, "ended a run that no process could go on with");
    return;
  }
  countTakeover();
  log().warn({ runId, events: taken.events.length }, "took over the run of a dead process");
  try {
    await resume(taken);
  } catch (error) {
    // Its lease expires, and the next process tries.
    log().error({ runId, err: error }, "a run that was taken over could not go on");
  }
}
