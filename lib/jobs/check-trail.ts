/** Checks the whole trail: the rows, the checkpoints and anchors, and the log of every run, and what is recomputed of them. Whatever is found is on record, and the result. */
import "server-only";
import { verifyTrail } from "../audit/verify-trail.ts";
import { readAnchorFiles } from "../db/audit/anchor/anchor-file.ts";
import { checkTombstones } from "../db/audit/anchor/write-tombstones.ts";
import { findEdits } from "../db/audit/covered/find-edits.ts";
import { recordForeignRules } from "../db/audit/found/foreign-rules.ts";
import { type Found, foundAt, recordFinding } from "../db/audit/found/trail-findings.ts";
import { ownRows } from "../db/audit/own-rows.ts";
import { readCheckpoints, readTrail } from "../db/audit/read-trail.ts";
import { recordAudit } from "../db/audit/record-audit.ts";
import { checkErasedDetails } from "../db/audit/runs/check-erased-details.ts";
import { checkRuns } from "../db/audit/runs/read-runs.ts";
import { trailKeys } from "../db/audit/trail-keys.ts";
import { kysely } from "../db/client.ts";
import { fromNow } from "../db/typed-sql.ts";
import { processSlot, processWide } from "../env/process-wide.ts";
import { CHECK_MISSED_MAX_MS } from "./limits.ts";
import { both, type Failing, tellFailures } from "./tell-failures.ts";

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

/** Since when no check of this process has completed. */
const failing = processWide<Failing>("trail-check-failing", () => ({}));

/** A check that does not come to an end is a finding, unless the database is away. */
async function check(actorId: string | null): Promise<void> {
  await tellFailures(failing(), CHECK_MISSED_MAX_MS, () => compare(actorId), hasChecked);
}

/** Whether any instance has checked lately. */
async function hasChecked(): Promise<boolean> {
  const rows = await kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "=", "audit.checked")
    .where("at", ">", fromNow(-CHECK_MISSED_MAX_MS))
    .orderBy("at", "desc")
    .limit(1)
    .execute();
  return (await ownRows(rows)).length > 0;
}

async function compare(actorId: string | null): Promise<void> {
  await both(recordForeignRules, () => compareAll(actorId));
}

async function compareAll(actorId: string | null): Promise<void> {
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
 * Finds everything that is not as it was signed, except foreign triggers, rules and definitions. `size` and `runs`:
 * how many rows and logs hold.
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
  await findEdits(kysely(), note);
  return {
    found,
    size: trail.ok ? trail.size : 0,
    runs: trail.ok && runs.ok ? runs.runs : 0,
  };
}
