/** Tombstones in a file beside the anchors, outside the database: a restored backup does not have them. The trail is compared with it. */
import "server-only";
import { appendFile, readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { MissedRows } from "../../../contracts/audit/audit-event.ts";
import { Tombstone } from "../../../contracts/audit/tombstone.ts";
import { settings } from "../../../env/settings.ts";
import { kysely } from "../../client.ts";
import { isMissed } from "../covered/standing-rows.ts";
import { ownRows, type StoredRow } from "../own-rows.ts";
import { targetOf } from "./anchor-file.ts";

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

/**
 * The erasures that a restored backup does not have, and that are not among these, the oldest first.
 * @param missed the rows of the trail that it does not have
 */
export async function readUnwritten(
  written: readonly Tombstone[],
  missed: MissedRows,
): Promise<Tombstone[]> {
  const rows = await kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "in", ERASURES)
    .orderBy(sql`place NULLS LAST`)
    .orderBy("at")
    .execute();
  const known = new Set(written.map(nameOf));
  const unknown = rows.filter((row) => isMissed(missed, row) && !known.has(nameOfRow(row)));
  return (await ownRows(unknown)).map(toTombstone);
}

function toTombstone({ action, at, actor_id: actorId, target, detail }: StoredRow): Tombstone {
  const { rule, runIds } = Object(detail) as { rule?: unknown; runIds?: unknown };
  const name = target.slice(target.indexOf(":") + 1);
  const what: Record<string, object> = {
    "conversation.erased": { conversationId: name },
    "person.erased": { personId: name },
    "payloads.erased": { runIds },
    "log.erased": { month: name },
  };
  return Tombstone.parse({ action, at: at.toISOString(), actorId, rule, ...what[action] });
}

/** What the row of an erasure says: also in which file it stands, so that a check can compare both. */
export function tombstoneDetail<Detail extends object>(detail: Detail): Detail & { file?: string } {
  const { HALFSILVER_ANCHOR_FILE: anchorFile } = settings();
  return anchorFile === undefined ? detail : Object.assign(detail, { file: targetOf(anchorFile) });
}

type TombstonesVerdict =
  | { ok: true }
  | { ok: false; place: number | null; why: "erasure-unwritten" };

/**
 * Whether each erasure of the trail that was written to this machine's file stands there. A restored backup begins anew: the
 * file says what to erase in it again.
 */
export async function checkTombstones(): Promise<TombstonesVerdict> {
  const { HALFSILVER_ANCHOR_FILE: anchorFile } = settings();
  if (anchorFile === undefined) return { ok: true };
  const rows = await kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "in", [...ERASURES, "backup.restored"])
    // Clocks of machines differ. A row without a place was written after those that have one.
    .orderBy(sql`place NULLS LAST`)
    .orderBy("at")
    .execute();
  const own = await ownRows(rows);
  const restored = own.findLastIndex(({ action }) => action === "backup.restored");
  const here = own
    .slice(restored + 1)
    .filter(({ detail }) => Object(detail).file === targetOf(anchorFile));
  if (here.length === 0) return { ok: true };
  // Read behind the rows: what they say was written before.
  const written = new Set((await readTombstones(anchorFile)).map(nameOf));
  const missing = here.find((row) => !written.has(nameOfRow(row)));
  if (!missing) return { ok: true };
  const place = missing.place === null ? null : Number(missing.place);
  return { ok: false, place, why: "erasure-unwritten" };
}

const ERASURES = Tombstone.options.map(({ shape }) => shape.action.value);

function nameOf(tombstone: Tombstone): string {
  switch (tombstone.action) {
    case "conversation.erased":
      return `${tombstone.action} conversation:${tombstone.conversationId}`;
    case "person.erased":
      return `${tombstone.action} user:${tombstone.personId}`;
    case "payloads.erased":
      return `${tombstone.action} ${tombstone.runIds.join()}`;
    case "log.erased":
      return `${tombstone.action} log:${tombstone.month}`;
  }
}

function nameOfRow({ action, target, detail }: StoredRow): string {
  return action === "payloads.erased"
    ? `${action} ${(Object(detail) as { runIds: string[] }).runIds.join()}`
    : `${action} ${target}`;
}
