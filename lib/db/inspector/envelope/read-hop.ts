/** Reads what one hop and its parent received, and which hops are above. Audited before it is read. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { HopName } from "../../../contracts/inspector/envelope/envelope-inspection.ts";
import { AppError } from "../../../errors/app-error.ts";
import { HOP_ROWS_MAX } from "../../limits.ts";
import { auditedRead, type InspectionTransaction, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import {
  type StartRow,
  type StoredFinding,
  type StoredLeft,
  type StoredStart,
  toStoredFinding,
  toStoredLeft,
  toStoredStart,
} from "./envelope-rows.ts";
import { readHopsAbove } from "./read-hops-above.ts";

export type StoredHop = {
  start: StoredStart;
  /** `seq`s of all starts under this id. */
  starts: number[];
  findings: StoredFinding[];
  /** What the hop left in its own scope when it ended. */
  left: StoredLeft | null;
  parent: StoredStart | null;
  /** The hops above, nearest first. */
  above: HopName[];
};

/**
 * @param seq the start to use if the id has several; default: the first
 * @throws AppError `forbidden`, `not-found`
 */
export async function readHop(
  actor: Actor,
  runId: string,
  hopRef: string,
  seq?: number,
): Promise<StoredHop> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  // PostgreSQL text cannot contain this character, so no hop has such an id.
  if (hopRef.includes("\0")) throw new AppError("not-found");
  return auditedRead(async (transaction) => {
    await findRun(actor, runId, transaction);
    const starts = await readRows(transaction, runId, hopRef, "hop.started");
    const chosen = starts.find((row) => seq === undefined || row.seq === seq);
    if (!chosen) throw new AppError("not-found");
    await recordInspection(transaction, actor, runId, { part: "hop", seq: chosen.seq });
    const start = toStoredStart(chosen);
    const findings = await readRows(transaction, runId, hopRef, "envelope.finding");
    const ends = await readRows(transaction, runId, hopRef, "hop.ended");
    const ended = ends.find((row) => row.seq > chosen.seq);
    const above = await readHopsAbove(transaction, runId, start);
    const [nearest] = above;
    const parents = nearest ? await readStart(transaction, runId, nearest.seq) : [];
    return {
      start,
      starts: starts.map((row) => row.seq),
      findings: findings.map(toStoredFinding),
      left: ended ? toStoredLeft(ended) : null,
      parent: parents.map(toStoredStart)[0] ?? null,
      above: above.map(({ hopRef: ref, kind, nodeId }) => ({ hopRef: ref, kind, nodeId })),
    };
  });
}

function selectEvents(transaction: InspectionTransaction, runId: string) {
  return transaction
    .selectFrom("log_event")
    .select(["seq", "at", "payload"])
    .where("run_id", "=", runId)
    .orderBy("seq");
}

function readRows(
  transaction: InspectionTransaction,
  runId: string,
  hopRef: string,
  type: string,
): Promise<StartRow[]> {
  return selectEvents(transaction, runId)
    .where("hop_ref", "=", hopRef)
    .where("type", "=", type)
    .limit(HOP_ROWS_MAX)
    .execute();
}

function readStart(
  transaction: InspectionTransaction,
  runId: string,
  seq: number,
): Promise<StartRow[]> {
  return selectEvents(transaction, runId).where("seq", "=", seq).execute();
}
