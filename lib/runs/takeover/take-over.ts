/** Takes over one run whose process is gone, or ends it where nobody can go on with it. */
import "server-only";
import {
  interruptOrphanedRuns,
  type OrphanedRun,
  type OrphanScope,
} from "../../db/runs/lease/sweep-expired-runs.ts";
import { type TakenRun, takeOverRun } from "../../db/runs/lease/take-over-run.ts";
import { settings } from "../../env/settings.ts";
import { log } from "../../log/log.ts";
import { NEWER_VERSION_PATIENCE_MS } from "../limits.ts";
import { countTakeover } from "../process/instances.ts";
import { runRegistry } from "../run-registry.ts";

/** Runs whose log only a newer version can read: they are not read again. Few, and only while two versions are up. */
const newer = new Set<string>();

/** Begins the work of a run that is taken over. */
export type ResumeRun = (taken: TakenRun) => Promise<void>;

/**
 * @returns whether this process goes on with it, or has ended it
 * @throws what the database says
 */
export async function takeOver(
  { id: runId, goneMs }: OrphanedRun,
  scope: OrphanScope,
  resume: ResumeRun,
): Promise<boolean> {
  const { instanceId: leaseOwner, taking } = runRegistry();
  const isPatient = goneMs < NEWER_VERSION_PATIENCE_MS;
  if (isPatient && newer.has(runId)) return false;
  taking.add(runId);
  try {
    const owner = { leaseOwner, leaseMs: settings().RUN_LEASE_MS };
    const taken = await takeOverRun(runId, owner, scope);
    if (taken === "gone") return false;
    if (taken === "newer" && isPatient) {
      newer.add(runId);
      return false;
    }
    newer.delete(runId);
    if (taken === "spent" || taken === "newer" || taken === "forged") {
      await interruptOrphanedRuns([runId], scope);
      log().warn({ runId, why: taken }, "ended a run that no process could go on with");
      return true;
    }
    countTakeover();
    log().warn({ runId, events: taken.events.length }, "took over a run whose lease was over");
    await begin(taken, resume);
    return true;
  } finally {
    taking.delete(runId);
  }
}

async function begin(taken: TakenRun, resume: ResumeRun): Promise<void> {
  try {
    await resume(taken);
  } catch (error) {
    // Its lease expires, and the next process tries.
    log().error({ runId: taken.id, err: error }, "a run that was taken over could not go on");
  }
}
