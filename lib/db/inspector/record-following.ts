import "server-only";
/** The audit row of a look that is repeated every half second: one a minute stands for all of them. */
import type { Actor } from "../../access/actor.ts";
import { type InspectionTransaction, recordInspection } from "./audited-read.ts";

const COVERED_MS = 60_000;

/** Writes a row, unless this operator's own row for this part of this run is younger than a minute. */
export async function recordFollowing(
  transaction: InspectionTransaction,
  actor: Actor,
  runId: string,
  part: "skeleton" | "seen",
): Promise<void> {
  const covering = await transaction.auditEvent.findFirst({
    where: {
      at: { gt: new Date(Date.now() - COVERED_MS) },
      actorId: actor.userId,
      action: "run.inspected",
      target: `run:${runId}`,
      detail: { path: ["part"], equals: part },
    },
    select: { id: true },
  });
  if (!covering) await recordInspection(transaction, actor, runId, { part, afterSeq: 0 });
}
