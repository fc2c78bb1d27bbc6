/** Tombstones in a file beside the anchors, outside the database: a restored backup does not have them. */
import "server-only";
import { appendFile, readFile } from "node:fs/promises";
import { Tombstone } from "../../contracts/audit/tombstone.ts";
import { settings } from "../../env/settings.ts";

/** @param anchorFile as HALFSILVER_ANCHOR_FILE names it */
const besideAnchors = (anchorFile: string) => `${anchorFile}.erasures`;

/**
 * Called at the end of the transaction that erases. Where the file cannot be written nothing is erased; where the commit
 * fails, the file names an erasure that somebody asked for and that a restore would complete.
 */
export async function writeTombstones(tombstones: readonly Tombstone[]): Promise<void> {
  const { HALFSILVER_ANCHOR_FILE: anchorFile } = settings();
  if (anchorFile === undefined || tombstones.length === 0) return;
  const lines = tombstones.map((tombstone) => `${JSON.stringify(tombstone)}\n`);
  await appendFile(besideAnchors(anchorFile), lines.join(""), { mode: 0o600 });
}

/**
 * @param anchorFile as HALFSILVER_ANCHOR_FILE names it
 * @returns what was erased, oldest first; none where there is no file
 * @throws Error where a line is no tombstone
 */
export async function readTombstones(anchorFile: string): Promise<Tombstone[]> {
  const text = await readFile(besideAnchors(anchorFile), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => Tombstone.parse(JSON.parse(line)));
}
