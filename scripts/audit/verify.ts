/**
 * Checks the audit trail of the database at DATABASE_URL, or of a running `npm start`. Exits with 1 where a row, a leaf, a
 * checkpoint or an anchor is not what was sealed, and names the first place.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RUN_WORDS, TRAIL_WORDS } from "../../lib/audit/fault-words.ts";
import { verifyTrail } from "../../lib/audit/verify-trail.ts";
import { checkRuns } from "../../lib/db/audit/check-runs.ts";
import { readCheckpoints, readTrail } from "../../lib/db/audit/read-trail.ts";
import { closeDatabase } from "../../lib/db/client.ts";
import { settings } from "../../lib/env/settings.ts";
import { readAnchorFile, trailKeys } from "../../lib/jobs/seal-trail.ts";
import { ROOT } from "../setup/paths.ts";
import { keptAuthSecret } from "../start/kept-values.ts";

const dataDir = process.env.HALFSILVER_DATA_DIR || join(ROOT, ".data");
process.env.DATABASE_URL ||= keptDatabase();
process.env.BETTER_AUTH_SECRET ||= keptAuthSecret(dataDir);

const startedAt = performance.now();
const verdict = await verifyTrail({
  entries: readTrail(),
  checkpoints: await readCheckpoints(),
  anchors: await readAnchorFile(
    settings().HALFSILVER_ANCHOR_FILE ?? join(dataDir, "audit-anchors.txt"),
  ),
  verifierKeys: trailKeys().verifierKeys,
});
const runs = verdict.ok ? await checkRuns() : null;
await closeDatabase();
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
if (!verdict.ok) {
  fail(`The trail does not hold at ${verdict.place}: ${TRAIL_WORDS[verdict.why]}.`);
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

function fail(sentence: string): void {
  console.log(sentence);
  process.exitCode = 1;
}

/** The database of a running `npm start`. */
function keptDatabase(): string {
  const file = join(dataDir, "postgres.json");
  if (!existsSync(file)) {
    console.error("Set DATABASE_URL, or run npm start first.");
    process.exit(1);
  }
  const { port, password } = JSON.parse(readFileSync(file, "utf8"));
  return `postgresql://halfsilver:${password}@127.0.0.1:${port}/halfsilver`;
}
