/** Seals the audit trail every second, and writes each checkpoint to a file outside the database. */
import "server-only";
import { appendFile, readFile } from "node:fs/promises";
import { type Checkpoint, openCheckpoint, readAnchors, toAnchor } from "../audit/checkpoint.ts";
import { BrokenTrail } from "../audit/fault-words.ts";
import type { TrailFault } from "../audit/verify-trail.ts";
import { sealTrail } from "../db/audit/seal-trail.ts";
import { trailKeys } from "../db/audit/trail-keys.ts";
import { processSlot } from "../env/process-wide.ts";
import { settings } from "../env/settings.ts";
import { log } from "../log/log.ts";
import { SEAL_EVERY_MS } from "./limits.ts";

type SealingState = "ok" | "away" | TrailFault;

type Sealing = { state(): SealingState; stop(): Promise<void> };

const sealing = processSlot<Sealing>("sealing");

/** Once per process; several processes take turns. */
export function startSealing(): void {
  sealing.value ??= keepSealing();
}

export async function stopSealing(): Promise<void> {
  await sealing.value?.stop();
  sealing.value = undefined;
}

/** `away`: the database cannot be reached, or nothing seals in this process. A fault: nothing more is signed. */
export function sealingState(): SealingState {
  return sealing.value?.state() ?? "away";
}

/** The signed notes of the anchor file; none where there is no file yet. */
export async function readAnchorFile(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  try {
    return readAnchors(await readFile(file, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function keepSealing(): Sealing {
  const keys = trailKeys();
  let state: SealingState = "ok";
  let anchored: Checkpoint | null | undefined;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const pass = async () => {
    anchored ??= await readNewestAnchor(keys.verifierKeys);
    for (let hasMore = true; hasMore && !isOver; ) {
      const sealed = await sealTrail(keys, anchored);
      if (sealed?.note) anchored = await anchor(sealed.note, keys.verifierKeys);
      hasMore = sealed?.hasMore ?? false;
    }
  };
  const tell = (now: SealingState, error?: unknown) => {
    if (now !== state && error) log().error({ err: error }, "the audit trail is not being sealed");
    state = now;
  };
  const repeat = async () => {
    await pass().then(
      () => tell("ok"),
      (error: unknown) => tell(error instanceof BrokenTrail ? error.why : "away", error),
    );
    if (!isOver) timer = setTimeout(next, SEAL_EVERY_MS).unref();
  };
  let running = repeat();
  function next() {
    running = repeat();
  }
  return {
    state: () => state,
    stop() {
      isOver = true;
      clearTimeout(timer);
      return running;
    },
  };
}

/** @throws BrokenTrail where no known key signed the newest anchor */
async function readNewestAnchor(verifierKeys: readonly string[]): Promise<Checkpoint | null> {
  const note = (await readAnchorFile(settings().HALFSILVER_ANCHOR_FILE)).at(-1);
  if (note === undefined) return null;
  const checkpoint = openCheckpoint(note, verifierKeys);
  if (!checkpoint) throw new BrokenTrail("note-unreadable", 0);
  return checkpoint;
}

/** A checkpoint that only the database has can be cut off with the rows that it covers. */
async function anchor(note: string, verifierKeys: readonly string[]): Promise<Checkpoint | null> {
  const { HALFSILVER_ANCHOR_FILE: file } = settings();
  if (file !== undefined) await appendFile(file, toAnchor(note), { mode: 0o600 });
  return openCheckpoint(note, verifierKeys);
}
