/** The files outside the database that get each checkpoint. They are watched: what happens to them is found. */
import "server-only";
import { createHash } from "node:crypto";
import { appendFile, readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import {
  type Checkpoint,
  openCheckpoint,
  readAnchors,
  toAnchor,
} from "../../../audit/checkpoint.ts";
import { BrokenTrail } from "../../../audit/fault-words.ts";
import { settings } from "../../../env/settings.ts";
import { db, kysely } from "../../client.ts";
import { ANCHOR_BEGUN_MS } from "../../limits.ts";
import { foundAt, recordFinding } from "../found/trail-findings.ts";
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
  return {
    async watch() {
      const now = await look(file);
      const fault = seen && faultOf(seen, now);
      // Another process may have appended to it.
      seen = now;
      if (fault) await recordFinding(foundAt(fault));
    },
    async append(note) {
      await appendFile(file, toAnchor(note), { mode: 0o600 });
      seen = await look(file);
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
 * The newest anchor at the start of a process. That a file was begun on this machine is on record: where it is empty again,
 * and no backup was restored since, it was lost.
 * @throws BrokenTrail where no known key signed it
 */
export async function readNewestAnchor(
  verifierKeys: readonly string[],
): Promise<Checkpoint | null> {
  let newest: Checkpoint | null = null;
  for (const file of anchorFiles()) {
    const note = (await readAnchorFile(file)).at(-1);
    await recordBegun(file, note === undefined);
    if (note === undefined) continue;
    const checkpoint = openCheckpoint(note, verifierKeys);
    if (!checkpoint) throw new BrokenTrail("note-unreadable", 0);
    if (!newest || checkpoint.size > newest.size) newest = checkpoint;
  }
  return newest;
}

async function recordBegun(file: string, isEmpty: boolean): Promise<void> {
  const digest = createHash("sha256")
    .update(`${hostname()}\n${resolve(file)}`)
    .digest("hex");
  const target = `anchor:${digest.slice(0, 16)}`;
  const newest = (where: { action: string; target?: string }) =>
    db().auditEvent.findFirst({ where, orderBy: { at: "desc" }, select: { at: true } });
  const [begun, restored] = await Promise.all([
    newest({ action: "anchor.begun", target }),
    newest({ action: "backup.restored" }),
  ]);
  if (begun && !isEmpty) return;
  if (begun && !(restored && restored.at > begun.at)) await recordFinding(foundAt("anchor-lost"));
  const event = { actorId: null, action: "anchor.begun", target, outcome: "allowed" } as const;
  const once = { withinMs: ANCHOR_BEGUN_MS, sameBy: "target" } as const;
  await recordAuditOnce(kysely(), { ...event, detail: {} }, once);
}

async function unlessMissing<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
