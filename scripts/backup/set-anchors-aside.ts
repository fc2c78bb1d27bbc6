/** Where the trail that the anchors know is lost, they are kept under another name, and the restored trail begins new ones. */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import type pg from "pg";
import { toAnchor } from "../../lib/audit/anchors.ts";
import { openCheckpoint } from "../../lib/audit/checkpoint.ts";
import { trailKeys } from "../../lib/db/audit/trail-keys.ts";
import { readAnchorFile } from "../../lib/jobs/seal-trail.ts";

/** @returns how many events the anchors know that the restored trail does not have */
export async function setAnchorsAside(client: pg.Client, file: string): Promise<number> {
  const { verifierKeys } = trailKeys();
  const notes = existsSync(file) ? await readAnchorFile(file) : [];
  const sizes = notes.map((note) => openCheckpoint(note, verifierKeys)?.size ?? 0);
  const { rows } = await client.query<{ note: string; size: string }>(
    "SELECT note, size FROM audit_checkpoint ORDER BY id DESC LIMIT 1",
  );
  const [newest] = rows;
  const lost = Math.max(0, ...sizes) - Number(newest?.size ?? 0);
  if (lost <= 0) return 0;
  renameSync(file, `${file}.${new Date().toISOString().replaceAll(/[:.]/g, "-")}`);
  writeFileSync(file, newest ? toAnchor(newest.note) : "", { mode: 0o600 });
  return lost;
}
