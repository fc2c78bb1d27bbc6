/**
 * Checks the audit trail of the database at DATABASE_URL, or of a running `npm start`. Exits with 1 where a row, a leaf, a
 * checkpoint or an anchor is not what was sealed, and names the first place; or where a column was edited that is recomputed.
 */
import { EDIT_WORDS, type EditFault, RUN_WORDS, TRAIL_WORDS } from "../../lib/audit/fault-words.ts";
import { verifyTrail } from "../../lib/audit/verify-trail.ts";
import { readAnchorFiles } from "../../lib/db/audit/anchor/anchor-file.ts";
import { checkTombstones } from "../../lib/db/audit/anchor/write-tombstones.ts";
import { findEdits } from "../../lib/db/audit/covered/find-edits.ts";
import { findForeignRules } from "../../lib/db/audit/found/foreign-rules.ts";
import type { Found } from "../../lib/db/audit/found/trail-findings.ts";
import { readCheckpoints, readTrail } from "../../lib/db/audit/read-trail.ts";
import { checkErasedDetails } from "../../lib/db/audit/runs/check-erased-details.ts";
import { checkRuns } from "../../lib/db/audit/runs/read-runs.ts";
import { trailKeys } from "../../lib/db/audit/trail-keys.ts";
import { closeDatabase } from "../../lib/db/client.ts";
import { fillKeptSettings } from "./kept-settings.ts";

fillKeptSettings();
const startedAt = performance.now();
const verdict = await verifyTrail({
  entries: readTrail(),
  checkpoints: await readCheckpoints(),
  anchors: await readAnchorFiles(),
  verifierKeys: trailKeys().verifierKeys,
});
const blanks = verdict.ok ? await checkErasedDetails() : null;
const erasures = verdict.ok ? await checkTombstones() : null;
const runs = verdict.ok ? await checkRuns() : null;
const edits = runs?.ok ? await findEdits() : [];
const foreign = await findForeignRules();
await closeDatabase();
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
if (!verdict.ok) {
  fail(`The trail does not hold at ${verdict.place}: ${TRAIL_WORDS[verdict.why]}.`);
} else if (blanks && !blanks.ok) {
  fail(`The trail does not hold at ${blanks.place}: its detail was blanked, and no row says so.`);
} else if (erasures && !erasures.ok) {
  fail(
    `The erasure at ${erasures.place} does not stand in the file of erasures beside the anchors.`,
  );
} else if (edits.length > 0 || foreign.length > 0) {
  for (const edit of edits) fail(tellEdit(edit));
  for (const { fault, name } of foreign) fail(`${name}: not ours (${fault}).`);
} else if (runs?.ok) {
  const { size, checkpoints, anchors } = verdict;
  console.log(
    `The trail holds: ${size} events, ${checkpoints} checkpoints, ${anchors} anchors, and the logs of ${runs.runs} runs (${runs.erased} of them erased in whole or in part), in ${seconds} s.`,
  );
  console.log(`The key of this deployment: ${trailKeys().signer.verifierKey}`);
} else if (runs) {
  const { runId, place, seq, why } = runs;
  const event = seq > 0 ? `event ${seq} ` : "";
  fail(`Run ${runId}, whose end is at ${place}, does not hold: ${event}${RUN_WORDS[why]}.`);
}

function tellEdit({ fault, place, runId, name }: Found): string {
  const about = [
    runId && `run ${runId}`,
    place !== null && (runId ? `whose end is at ${place}` : `at ${place}`),
    name,
  ];
  return `${about.filter(Boolean).join(", ")}: ${EDIT_WORDS[fault as EditFault] ?? fault}.`;
}

function fail(sentence: string): void {
  console.log(sentence);
  process.exitCode = 1;
}
