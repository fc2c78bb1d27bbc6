/**
 * `npm run restore -- --from <file> [--replace]`: loads a backup, and erases again what was erased since, before anybody
 * can read it. A server does not start on a restore that was not finished.
 */

import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { openCheckpoint, toAnchor } from "../../lib/audit/checkpoint.ts";
import type { MissedRows } from "../../lib/contracts/audit/audit-event.ts";
import type { Tombstone } from "../../lib/contracts/audit/tombstone.ts";
import { anchorFiles, readAnchorFile } from "../../lib/db/audit/anchor/anchor-file.ts";
import {
  readTombstones,
  readUnwritten,
  writeTombstones,
} from "../../lib/db/audit/anchor/write-tombstones.ts";
import { recordAudit } from "../../lib/db/audit/record-audit.ts";
import { trailKeys } from "../../lib/db/audit/trail-keys.ts";
import { closeDatabase, kysely } from "../../lib/db/client.ts";
import { eraseAgain } from "../../lib/db/erasure/erase.ts";
import { hashFile } from "./hash-file.ts";
import { type Loaded, loadBackup } from "./load-backup.ts";
import { openDatabase } from "./open-database.ts";
import { restoringFile } from "./unfinished-restore.ts";

const { values } = parseArgs({
  options: { from: { type: "string" }, replace: { type: "boolean", default: false } },
});

try {
  if (values.from === undefined)
    throw new Error("Name the file: npm run restore -- --from <file> [--replace]");
  await restore(values.from, values.replace);
} catch (error) {
  console.error(`Not restored. ${(error as Error).message}`);
  process.exitCode = 1;
}

async function restore(file: string, replaces: boolean): Promise<void> {
  const database = await openDatabase(true);
  const anchors = process.env.HALFSILVER_ANCHOR_FILE ?? "";
  const unfinished = restoringFile(anchors);
  try {
    const sha256 = await hashFile(file);
    writeFileSync(unfinished, `${file}\n`, { mode: 0o600 });
    const loaded = await loadBackup(database.client, file, { replaces }).catch((error: unknown) => {
      // Nothing was changed.
      rmSync(unfinished, { force: true });
      throw error;
    });
    const lost = loaded.isTrailKept ? null : await setAllAside(database.client);
    const erasedAgain = await eraseAgain(await readErasures(anchors, loaded.missed));
    const { lostRunIds: runIds, missed } = loaded;
    await recordAudit(kysely(), {
      actorId: null,
      action: "backup.restored",
      target: "database",
      outcome: "allowed",
      detail: {
        name: basename(file),
        sha256,
        erasedAgain,
        runIds,
        lost,
        ...(missed && { missed }),
      },
    });
    rmSync(unfinished, { force: true });
    tell(loaded, erasedAgain, lost);
  } finally {
    await closeDatabase();
    await database.close();
  }
}

/** Those of the file beside the anchors, and those that only a trail that goes on knows. */
async function readErasures(anchors: string, missed: MissedRows | null): Promise<Tombstone[]> {
  const written = await readTombstones(anchors);
  const unwritten = missed ? await readUnwritten(written, missed) : [];
  await writeTombstones(unwritten);
  return [...written, ...unwritten];
}

function tell({ rows, lostRunIds }: Loaded, erasedAgain: number, lost: number | null): void {
  console.log(`${rows} rows were restored and compared. Erased again: ${erasedAgain}.`);
  if (lostRunIds.length > 0)
    console.log(
      `${lostRunIds.length} runs that ended after the backup are lost; the trail names them.`,
    );
  if (lost !== null && lost > 0)
    console.log(
      `${lost} events that were sealed after the backup are lost; their anchors were set aside.`,
    );
}

/** @returns how many events the anchor files know at most that the restored trail does not have */
async function setAllAside(client: pg.Client): Promise<number> {
  let lost = 0;
  for (const file of anchorFiles()) lost = Math.max(lost, await setAnchorsAside(client, file));
  return lost;
}

/**
 * Where the trail that the anchors know is lost, they are kept under another name, and the restored trail begins new ones.
 * @returns how many events the anchors know that the restored trail does not have
 */
async function setAnchorsAside(client: pg.Client, file: string): Promise<number> {
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
