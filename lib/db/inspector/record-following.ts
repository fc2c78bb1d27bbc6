/** Audits a read that repeats: one row per minute covers all of them. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { recordAuditOnce } from "../audit/record-audit.ts";
import { FOLLOWING_AUDITED_MS } from "../limits.ts";
import { type InspectionTransaction, toInspection } from "./audited-read.ts";
import { withAudit } from "./with-audit.ts";

/** Writes a row, unless this operator's own row for this part of this run is younger than a minute. */
export async function recordFollowing(
  transaction: InspectionTransaction,
  actor: Actor,
  runId: string,
  part: "trace" | "transcript" | "tree" | "candidates",
): Promise<void> {
  const event = toInspection(actor, runId, { part, afterSeq: 0 });
  const repetition = { withinMs: FOLLOWING_AUDITED_MS, sameBy: "detail" } as const;
  await withAudit(() => recordAuditOnce(transaction, event, repetition));
}
