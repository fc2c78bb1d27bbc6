/** Checks the whole trail: the rows, the checkpoints and anchors, and the log of every run, and what is recomputed of them. Whatever is found is on record, and the result. */
import "server-only";
import { verifyTrail } from "../audit/verify-trail.ts";
import { readAnchorFiles } from "../db/audit/anchor/anchor-file.ts";
import { checkTombstones } from "../db/audit/anchor/write-tombstones.ts";
import { findEdits } from "../db/audit/covered/find-edits.ts";
import { recordForeignRules } from "../db/audit/found/foreign-rules.ts";
import { type Found, foundAt, recordFinding } from "../db/audit/found/trail-findings.ts";
import { readCheckpoints, readTrail } from "../db/audit/read-trail.ts";
import { recordAudit } from "../db/audit/record-audit.ts";
import { checkErasedDetails } from "../db/audit/runs/check-erased-details.ts";
import { checkRuns } from "../db/audit/runs/read-runs.ts";
import { trailKeys } from "../db/audit/trail-keys.ts";
import { mayPass } from "../db/check-database.ts";
import { kysely } from "../db/client.ts";
import { processSlot } from "../env/process-wide.ts";

const running = processSlot<Promise<void>>("trail-check");

/**
 * One check at a time in a process: a second caller waits for the first one's.
 * @param actorId null: the server itself
 */
export function checkTrail(actorId: string | null): Promise<void> {
  running.value ??= check(actorId).finally(() => {
    running.value = undefined;
  });
  return running.value;
}

export function isCheckingTrail(): boolean {
  return running.value !== undefined;
}

/** A check that does not come to an end is a finding, unless the database is away. */
async function check(actorId: string | null): Promise<void> {
  try {
    await compare(actorId);
  } catch (error) {
    if (!mayPass(error)) await recordFinding(foundAt("check-failed"));
    throw error;
  }
}

async function compare(actorId: string | null): Promise<void> {
  await recordForeignRules();
  const { found, size, runs } = await findFaults(recordFinding);
  const { fault = null, place = null, runId = null, seq = null } = found[0] ?? {};
  await recordAudit(kysely(), {
    actorId,
    action: "audit.checked",
    target: "audit",
    outcome: "allowed",
    detail: { size, runs, fault, place, runId, seq },
  });
}

/**
 * Whatever is not as it was signed, but for rules that are not ours. `size` and `runs`: how many rows and logs hold.
 * @param tell is called with what one part finds before the next part begins: that one may fail
 */
export async function findFaults(
  tell: (finding: Found) => Promise<unknown> = async () => undefined,
): Promise<{ found: Found[]; size: number; runs: number }> {
  const found: Found[] = [];
  const note = async (more: readonly Found[]) => {
    for (const finding of more) await tell(finding);
    found.push(...more);
  };
  const trail = await verifyTrail({
    entries: readTrail(),
    checkpoints: await readCheckpoints(),
    anchors: await readAnchorFiles(),
    verifierKeys: trailKeys().verifierKeys,
  });
  await note(trail.ok ? [] : [foundAt(trail.why, { place: trail.place })]);
  for (const check of [() => checkErasedDetails(), () => checkTombstones()]) {
    const one = await check();
    await note(one.ok ? [] : [foundAt(one.why, { place: one.place })]);
  }
  const runs = await checkRuns();
  await note(
    runs.ok ? [] : [foundAt(runs.why, { place: runs.place, runId: runs.runId, seq: runs.seq })],
  );
  await note(await findEdits());
  return {
    found,
    size: trail.ok ? trail.size : 0,
    runs: trail.ok && runs.ok ? runs.runs : 0,
  };
}
