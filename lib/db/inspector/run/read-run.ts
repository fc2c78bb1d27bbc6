/** Reads everything stored about one run: its visible messages, its log, and its hidden state. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { HASH_BYTES } from "../../../audit/limits.ts";
import type { TrailEntry } from "../../../audit/verify-trail.ts";
import type { InspectedRun } from "../../../contracts/inspector/run/inspected-run.ts";
import { AppError } from "../../../errors/app-error.ts";
import { type Inclusion, readInclusion } from "../../audit/read-inclusion.ts";
import { readEntry } from "../../audit/read-trail.ts";
import { readRunsSigned } from "../../audit/runs/begun-runs.ts";
import { type ReadRun, readSealedRun } from "../../audit/runs/read-runs.ts";
import { endOf, findForged } from "../../audit/seal/seal-runs.ts";
import { db, kysely } from "../../client.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import { readStates, type StoredStateVersion } from "../states/read-states.ts";
import { readEvents, type StoredEvents, selectEvents } from "./read-events.ts";
import { readVisibleMessages, type StoredMessage } from "./read-visible-messages.ts";

export type StoredRun = StoredEvents & {
  run: InspectedRun;
  messages: StoredMessage[];
  messageCount: number;
  states: StoredStateVersion[];
};

/**
 * Audited as `run.inspected` before anything is read.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readRun(actor: Actor, runId: string): Promise<StoredRun> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    await recordInspection(transaction, actor, runId, { part: "run", afterSeq: 0 });
    const visible = await readVisibleMessages(transaction, run);
    const states = await readStates(transaction, runId);
    return { run, ...visible, states, ...(await readEvents(transaction, runId, 0)) };
  });
}

/**
 * Reads the new events of an active run.
 * Audited unless there is nothing new.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readRunNews(
  actor: Actor,
  runId: string,
  after: number,
): Promise<StoredEvents & { run: InspectedRun }> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    const news = selectEvents(transaction, runId).where("seq", ">", after).limit(1);
    if ((await news.clearSelect().select("seq").execute()).length === 0)
      return { run, events: [], hasMore: false };
    await recordInspection(transaction, actor, runId, { part: "events", afterSeq: after });
    return { run, ...(await readEvents(transaction, runId, after)) };
  });
}

export type StoredSeal =
  | { state: "running" | "waiting" | "before" }
  /** There is a seal and no row of the run's end. */
  | { state: "row-missing"; place: number }
  /** The application did not write this log, or not all of it is there: it was not sealed. `seq`: the first such event. */
  | { state: "log-forged"; place: number; seq: number }
  | {
      state: "sealed";
      run: ReadRun;
      entry: TrailEntry;
      inclusion: Inclusion | null;
      /** How many of its events have no MAC, because a version without MACs began or ended the run. */
      unsigned: number;
    };

/**
 * Reads what the check of one run's seal needs. Digests and stored rows; the check shows none of what they say.
 * @throws AppError `forbidden` without `run:inspect`, `not-found`
 */
export async function readRunSeal(actor: Actor, runId: string): Promise<StoredSeal> {
  assertCan(actor, "run:inspect");
  const sealed = await readSealedRun(runId);
  if (sealed) {
    const entry = await readEntry(sealed.place);
    if (!entry) return { state: "row-missing", place: sealed.place };
    const inclusion = await readInclusion(sealed.place);
    return { state: "sealed", run: sealed, entry, inclusion, unsigned: unsignedOf(sealed, entry) };
  }
  const run = await db().run.findUnique({ where: { id: runId }, select: { endedAt: true } });
  if (!run) throw new AppError("not-found");
  if (run.endedAt === null) return { state: "running" };
  const leaf = await findLeaf(runId);
  if (leaf !== null) return { state: "row-missing", place: leaf };
  const ended = await kysely()
    .selectFrom("audit_event")
    .select(["place", "detail"])
    .where("target", "=", `run:${runId}`)
    .where("action", "=", "run.ended")
    .limit(1)
    .executeTakeFirst();
  if (ended && ended.place === null) return { state: "waiting" };
  // Of a trail that has no runs from before it, this one never ended on record.
  if (!ended && (await readRunsSigned(kysely()))?.earlier.rows === 0)
    return { state: "row-missing", place: 0 };
  const place = Number(ended?.place);
  const end = endOf(ended?.detail);
  const seq = end && (await findForged(runId, end));
  return seq === null ? { state: "before" } : { state: "log-forged", place, seq };
}

/** By what the signed row of its end says; where that was erased, nothing is known. */
function unsignedOf({ seal }: ReadRun, { event }: TrailEntry): number {
  if (!event || !("value" in event.detail)) return 0;
  const end = endOf(event.detail.value);
  return end ? (end.unsigned ?? 0) : seal.commitments.length / (2 * HASH_BYTES);
}

/** The place of the run's end, where its row is gone and its seal is not. */
async function findLeaf(runId: string): Promise<number | null> {
  const seal = await db().runSeal.findUnique({ where: { runId }, select: { eventId: true } });
  if (!seal) return null;
  const leaf = await db().auditLeaf.findUnique({ where: { eventId: seal.eventId } });
  return leaf ? Number(leaf.place) : null;
}
