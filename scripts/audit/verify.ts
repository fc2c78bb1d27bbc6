/**
 * Checks the audit trail of the database at DATABASE_URL, or of a running `npm start`. Exits with 1 where a row, a leaf, a
 * checkpoint or an anchor is not what was sealed, and names the first place.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TrailFault, verifyTrail } from "../../lib/audit/verify-trail.ts";
import { readCheckpoints, readTrail } from "../../lib/db/audit/read-trail.ts";
import { closeDatabase } from "../../lib/db/client.ts";
import { settings } from "../../lib/env/settings.ts";
import { readAnchorFile, trailKeys } from "../../lib/jobs/seal-trail.ts";
import { ROOT } from "../setup/paths.ts";
import { keptAuthSecret } from "../start/kept-values.ts";

const WORDS: Record<TrailFault, string> = {
  "leaf-missing": "its leaf is missing",
  "row-missing": "its row was removed",
  "row-changed": "its row was changed",
  "row-forged": "its row was put there without being sealed",
  "root-differs": "from here on it is not what was signed",
  "cut-off": "everything from here on was cut off",
  "note-unreadable": "a checkpoint or an anchor is not signed by the key of this deployment",
};

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
await closeDatabase();
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
if (verdict.ok) {
  const { size, checkpoints, anchors } = verdict;
  console.log(
    `The trail holds: ${size} events, ${checkpoints} checkpoints, ${anchors} anchors, in ${seconds} s.`,
  );
  console.log(`The key of this deployment: ${trailKeys().signer.verifierKey}`);
} else {
  console.log(`The trail does not hold at ${verdict.place}: ${WORDS[verdict.why]}.`);
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
