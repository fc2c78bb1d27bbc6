/** The sealer of this process: one pass after the other, with what the process knows of the trail and of its anchors. */
import "server-only";
import { type Checkpoint, openCheckpoint } from "../../../audit/checkpoint.ts";
import { BrokenTrail } from "../../../audit/fault-words.ts";
import { processWide } from "../../../env/process-wide.ts";
import { settings } from "../../../env/settings.ts";
import { kysely } from "../../client.ts";
import { UNSEALED_MAX_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { openAnchorCommand } from "../anchor/anchor-command.ts";
import { anchorFiles, openAnchorFile, readNewestAnchor } from "../anchor/anchor-file.ts";
import { foundAt, recordFinding } from "../found/trail-findings.ts";
import { trailKeys } from "../trail-keys.ts";
import { type SealMemory, sealTrail } from "./seal-trail.ts";

type Sealer = {
  /**
   * Seals what waits, and appends the checkpoints to the anchor files. Another instance may be at it: then nothing happens.
   * @param isOver asked before each batch
   * @throws BrokenTrail where the trail is not what was signed, and what the database or a file throws
   */
  pass(isOver?: () => boolean): Promise<void>;
  /** Has the anchor files know a checkpoint behind this place, whoever signed it. @throws as `pass` */
  anchor(place: number): Promise<void>;
};

export const sealer = processWide<Sealer>("sealer", () => {
  const keys = trailKeys();
  const { HALFSILVER_ANCHOR_COMMAND: command } = settings();
  const files = anchorFiles().map(openAnchorFile);
  const tell = openAnchorCommand(command);
  const memory: SealMemory = { isSigned: false };
  let anchored: Checkpoint | null | undefined;
  /** Signed, and not in every file yet: a file that could not be written is written at the next pass. */
  let waiting: string | null = null;
  let running: Promise<void> = Promise.resolve();
  /** Since when this process could not seal, by `performance.now()`. */
  let missedSince: number | null = null;
  const append = async () => {
    if (waiting === null) return;
    try {
      for (const file of files) await file.append(waiting);
    } catch (error) {
      await recordFinding(foundAt("anchor-not-written"));
      throw error;
    }
    tell(waiting);
    anchored = openCheckpoint(waiting, keys.verifierKeys);
    waiting = null;
  };
  const seal = async (isOver: () => boolean) => {
    anchored ??= await readNewestAnchor(keys.verifierKeys);
    for (const file of files) await file.watch();
    await append();
    for (let hasMore = true; hasMore && !isOver(); ) {
      const sealed = await sealTrail(keys, anchored, memory);
      if (sealed) missedSince = null;
      waiting = sealed?.note ?? null;
      await append();
      hasMore = sealed?.hasMore ?? false;
    }
  };
  const pass = async (isOver: () => boolean) => {
    missedSince ??= performance.now();
    try {
      await seal(isOver);
    } finally {
      if (missedSince !== null && performance.now() - missedSince > UNSEALED_MAX_MS)
        await findUnsealed();
    }
  };
  const inTurn = (work: () => Promise<void>) => {
    running = running.then(work, work);
    return running;
  };
  return {
    pass: (isOver = () => false) => inTurn(() => pass(isOver)),
    async anchor(place) {
      const isAnchored = () => place < 0 || (anchored && anchored.size > place);
      if (isAnchored()) return;
      await inTurn(async () => {
        if (isAnchored()) return;
        const note = await readNewestNote();
        const size = (note && openCheckpoint(note, keys.verifierKeys)?.size) || 0;
        if (note === null || size <= place) throw new BrokenTrail("note-unreadable", place);
        waiting = note;
        await append();
      });
    },
  };
});

async function readNewestNote(): Promise<string | null> {
  const newest = await kysely()
    .selectFrom("audit_checkpoint")
    .select("note")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.note ?? null;
}

/** Somebody else may hold the lock of the sealers, or something in the database makes each pass fail. Never throws. */
async function findUnsealed(): Promise<void> {
  const old = await kysely()
    .selectFrom("audit_event")
    .select("id")
    .where("place", "is", null)
    .where("at", "<", fromNow(-UNSEALED_MAX_MS))
    .limit(1)
    .executeTakeFirst()
    .catch(() => undefined);
  if (old) await recordFinding(foundAt("not-sealed"));
}
