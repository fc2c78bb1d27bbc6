/** The files outside the database that get each checkpoint. They are watched: what happens to them is found. */
import "server-only";
import { createHash } from "node:crypto";
import { appendFile, readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { sql } from "kysely";
import {
  type Checkpoint,
  openCheckpoint,
  readAnchors,
  toAnchor,
} from "../../../audit/checkpoint.ts";
import { BrokenTrail } from "../../../audit/fault-words.ts";
import { settings } from "../../../env/settings.ts";
import { kysely } from "../../client.ts";
import { ANCHOR_BEGUN_MS, BEGUN_ROWS_READ, ROW_TIME_TOLERANCE_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { foundAt, recordFinding } from "../found/trail-findings.ts";
import { isBehind, ownRows } from "../own-rows.ts";
import { recordAuditOnce } from "../record-audit.ts";

export type AnchorFile = {
  /** Whether it is the file that was written last. A finding where it is not. */
  watch(): Promise<void>;
  /** A checkpoint that only the database has can be cut off with the rows that it covers. */
  append(note: string): Promise<void>;
};

type Seen = { ino: number; size: number };

/** Those of the settings. */
export function anchorFiles(): string[] {
  const { HALFSILVER_ANCHOR_FILE: first, HALFSILVER_SECOND_ANCHOR_FILE: second } = settings();
  return [first, second].filter((file) => file !== undefined);
}

export function openAnchorFile(file: string): AnchorFile {
  let seen: Seen | null = null;
  let hasBegun = false;
  const watch = async () => {
    const now = await look(file);
    const fault = seen && faultOf(seen, now);
    if (fault) await recordFinding(foundAt(fault));
    // Another process may have appended to it.
    seen = now;
  };
  return {
    watch,
    async append(note) {
      await watch();
      await appendFile(file, toAnchor(note), { mode: 0o600 });
      seen = await look(file);
      // Where it cannot be recorded now, it is with the next one.
      if (!hasBegun)
        hasBegun = await recordBegun(file).then(
          () => true,
          () => false,
        );
    },
  };
}

function faultOf(before: Seen, now: Seen | null) {
  if (!now) return "anchor-lost";
  if (now.ino !== before.ino) return "anchor-replaced";
  return now.size < before.size ? "anchor-shortened" : null;
}

async function look(file: string): Promise<Seen | null> {
  const found = await unlessMissing(stat(file));
  return found && { ino: found.ino, size: found.size };
}

/** The signed notes of an anchor file; none where there is no file yet. */
export async function readAnchorFile(file: string): Promise<string[]> {
  const text = await unlessMissing(readFile(file, "utf8"));
  return text === null ? [] : readAnchors(text);
}

/** The signed notes of all anchor files. */
export async function readAnchorFiles(): Promise<string[]> {
  return (await Promise.all(anchorFiles().map(readAnchorFile))).flat();
}

/**
 * The newest anchor at the start of a process. A file that was begun on this machine is not empty; where it is, and no backup
 * was restored since, it was lost.
 * @throws BrokenTrail where no known key signed it
 */
export async function readNewestAnchor(
  verifierKeys: readonly string[],
): Promise<Checkpoint | null> {
  let newest: Checkpoint | null = null;
  for (const file of anchorFiles()) {
    // In this order: who records that a file was begun has written to it before.
    const wasBegun = await isBegun(file);
    const note = (await readAnchorFile(file)).at(-1);
    if (note === undefined && wasBegun) await recordFinding(foundAt("anchor-lost"));
    if (note === undefined) continue;
    const checkpoint = openCheckpoint(note, verifierKeys);
    if (!checkpoint) throw new BrokenTrail("note-unreadable", 0);
    if (!newest || checkpoint.size > newest.size) newest = checkpoint;
  }
  return newest;
}

/** Names machine and path, and tells neither. */
export function targetOf(file: string): string {
  const digest = createHash("sha256")
    .update(`${hostname()}\n${resolve(file)}`)
    .digest("hex");
  return `anchor:${digest.slice(0, 16)}`;
}

async function isBegun(file: string): Promise<boolean> {
  const rows = kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("at", "<", fromNow(ROW_TIME_TOLERANCE_MS))
    // Clocks of machines differ. A row without a place was written after those that have one.
    .orderBy(sql`place DESC NULLS FIRST`)
    .orderBy("at", "desc");
  const newest = rows.limit(BEGUN_ROWS_READ);
  const [begun] = await ownRows(
    await newest
      .where("action", "=", "anchor.begun")
      .where("target", "=", targetOf(file))
      .execute(),
  );
  const [restored] = await ownRows(await newest.where("action", "=", "backup.restored").execute());
  return begun !== undefined && !(restored && isBehind(restored, begun));
}

async function recordBegun(file: string): Promise<void> {
  if (await isBegun(file)) return;
  const event = { actorId: null, action: "anchor.begun", outcome: "allowed" } as const;
  const once = { withinMs: ANCHOR_BEGUN_MS, sameBy: "target" } as const;
  await recordAuditOnce(kysely(), { ...event, target: targetOf(file), detail: {} }, once);
}

async function unlessMissing<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
