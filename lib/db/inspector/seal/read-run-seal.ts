/** Reads what the check of one run's seal needs. Digests and stored rows; the check shows none of what they say. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { TrailEntry } from "../../../audit/verify-trail.ts";
import { AppError } from "../../../errors/app-error.ts";
import { type Inclusion, readInclusion } from "../../audit/read-inclusion.ts";
import { readEntry } from "../../audit/read-trail.ts";
import { type ReadRun, readSealedRun } from "../../audit/runs/read-runs.ts";
import { db } from "../../client.ts";

export type StoredSeal =
  | { state: "running" | "waiting" | "before" }
  /** There is a seal and no row of the run's end. */
  | { state: "row-missing"; place: number }
  | { state: "sealed"; run: ReadRun; entry: TrailEntry; inclusion: Inclusion | null };

/** @throws AppError `forbidden` without `run:inspect`, `not-found` */
export async function readRunSeal(actor: Actor, runId: string): Promise<StoredSeal> {
  assertCan(actor, "run:inspect");
  const sealed = await readSealedRun(runId);
  if (sealed) {
    const entry = await readEntry(sealed.place);
    if (!entry) return { state: "row-missing", place: sealed.place };
    return { state: "sealed", run: sealed, entry, inclusion: await readInclusion(sealed.place) };
  }
  const run = await db().run.findUnique({ where: { id: runId }, select: { endedAt: true } });
  if (!run) throw new AppError("not-found");
  if (run.endedAt === null) return { state: "running" };
  const leaf = await findLeaf(runId);
  if (leaf !== null) return { state: "row-missing", place: leaf };
  const isWaiting = await db().auditEvent.count({
    where: { target: `run:${runId}`, action: "run.ended", place: null },
  });
  return { state: isWaiting > 0 ? "waiting" : "before" };
}

/** The place of the run's end, where its row is gone and its seal is not. */
async function findLeaf(runId: string): Promise<number | null> {
  const seal = await db().runSeal.findUnique({ where: { runId }, select: { eventId: true } });
  if (!seal) return null;
  const leaf = await db().auditLeaf.findUnique({ where: { eventId: seal.eventId } });
  return leaf ? Number(leaf.place) : null;
}
