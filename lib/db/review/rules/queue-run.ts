/** Puts a run into review for a reason, with its row of the trail. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { ReviewReasonKind } from "../../../contracts/inspector/review/review-case.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { makeCase } from "../make-case.ts";

export type QueuedRun = {
  /** Null: a rule found it. */
  actorId: string | null;
  runId: string;
  conversationId: string;
  kind: ReviewReasonKind;
  figure: string;
  rule: { id: string; version: number } | null;
  severity: number;
  judges: number;
};

/** @returns false where its case has this reason already */
export async function queueRun(
  transaction: DatabaseTransaction,
  queued: QueuedRun,
): Promise<boolean> {
  const { actorId, runId, conversationId, kind, figure, rule, severity, judges } = queued;
  const reference = await makeCase(transaction, {
    runId,
    conversationId,
    urgency: severity,
    severity,
    asks: judges,
    reopens: false,
  });
  const [ruleId, ruleVersion] = rule ? [rule.id, rule.version] : [null, null];
  const added = await transaction
    .insertInto("review_reason")
    .values({
      run_id: runId,
      kind,
      figure,
      salt: randomUUID(),
      rule_id: ruleId,
      rule_version: ruleVersion,
      sent_by: actorId,
    })
    .onConflict((known) => known.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) return false;
  await recordAudit(transaction, {
    actorId,
    action: "review.queued",
    target: `run:${runId}`,
    outcome: "allowed",
    runId,
    detail: { reference, kind, figure, ruleId, ruleVersion },
  });
  return true;
}
