import "server-only";
/** A run's shape as it is stored: what began and ended, and nothing that was written in it. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { InspectedRun } from "../../contracts/inspector.ts";
import { AppError } from "../../errors/app-error.ts";
import { auditedRead, type InspectionTransaction, recordInspection } from "./audited-read.ts";
import { findRun } from "./find-run.ts";
import { recordFollowing } from "./record-following.ts";
import { readShape, type StoredShape } from "./skeleton-rows.ts";

export type StoredApproval = { id: string; status: string; decidedAt: Date | null };

export type StoredSkeleton = StoredShape & { run: InspectedRun; approvals: StoredApproval[] };

/** What is known of a run already: how long its log was, and whether it was going on. */
export type KnownSkeleton = { eventCount: number; status: string };

/**
 * Audited as `run.inspected`: the opening always; what follows from the same operator within a minute is
 * covered by the row that stands.
 * @returns null where nothing has changed since `known`
 * @throws AppError `forbidden`, `not-found`
 */
export async function readSkeleton(
  actor: Actor,
  runId: string,
  known: KnownSkeleton | null,
): Promise<StoredSkeleton | null> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    if (known && (await isAsKnown(transaction, runId, known))) return null;
    const run = await findRun(actor, runId, transaction);
    if (known) await recordFollowing(transaction, actor, runId, "skeleton");
    else await recordInspection(transaction, actor, runId, { part: "skeleton", afterSeq: 0 });
    const shape = await readShape(transaction, runId);
    const hasApprovals = "approval.requested" in shape.eventTypes;
    return { run, ...shape, approvals: hasApprovals ? await approvalsOf(transaction, run) : [] };
  });
}

async function isAsKnown(
  transaction: InspectionTransaction,
  runId: string,
  known: KnownSkeleton,
): Promise<boolean> {
  const run = await transaction.run.findUnique({
    where: { id: runId },
    select: { status: true, events: { select: { seq: true }, orderBy: { seq: "desc" }, take: 1 } },
  });
  if (!run) throw new AppError("not-found");
  return run.status === known.status && (run.events[0]?.seq ?? 0) === known.eventCount;
}

function approvalsOf(
  transaction: InspectionTransaction,
  run: InspectedRun,
): Promise<StoredApproval[]> {
  return transaction.approval.findMany({
    where: { conversationId: run.conversation.id, runId: run.id },
    select: { id: true, status: true, decidedAt: true },
  });
}
