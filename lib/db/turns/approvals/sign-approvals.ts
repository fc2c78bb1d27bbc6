/**
 * Signs the questions that earlier versions stored, as what nobody knows the origin of, and says so in the trail: from then on one
 * without a MAC runs nothing. After a change of the key of rows, all that may still run are signed anew.
 */
import "server-only";
import { sql } from "kysely";
import { toHex } from "../../../audit/bytes.ts";
import { areSigned } from "../../audit/runs/own-states.ts";
import { isEarlier, saySigned, signEach } from "../../audit/runs/sign-states.ts";
import { isOtherVersionUp } from "../../audit/seal/signing-began.ts";
import { kysely } from "../../client.ts";
import { STATES_SIGNED_BATCH_ROWS } from "../../limits.ts";
import { judgeApproval, signJudged } from "./own-approval.ts";

/** @returns false where an instance of another version keeps it from being said: to be tried again */
export async function signApprovals(): Promise<boolean> {
  // Before the pass: one that goes away meanwhile may have stored a question where the pass had been.
  const isAlone = !(await isOtherVersionUp(kysely()));
  const mayLackMac = !(await areSigned("approvals", kysely()));
  await signEach(selectApprovals, "approval", async ({ was, ...approval }) => {
    const verdict = judgeApproval({ ...approval, mac: was }, mayLackMac);
    if (verdict === "forged") return null;
    return { id: approval.id, was, mac: toHex(signJudged(approval, verdict)) };
  });
  return isAlone ? saySigned("approvals") : areSigned("approvals", kysely());
}

/** What waits, and what was decided: a retry may run that again. */
async function selectApprovals(after: string) {
  const rows = await kysely()
    .selectFrom("approval")
    .innerJoin("run", "run.id", "approval.run_id")
    .leftJoin("message as decision", (join) =>
      join
        .onRef("decision.conversation_id", "=", "approval.conversation_id")
        .onRef("decision.created_at", "=", "approval.decided_at")
        .on("decision.role", "=", sql<string>`'user'`),
    )
    .select(["approval.id", "approval.conversation_id", "approval.run_id", "run.user_id as userId"])
    .select(["approval.agent_id", "approval.question", "approval.tool", "approval.status"])
    .select(["approval.resume", "approval.suspended_plan", "approval.changed"])
    .select(["approval.mac as was", "decision.id as userMessageId"])
    .where(isEarlier(sql.ref("approval.mac")))
    .where("approval.status", "in", ["pending", "approved", "declined"])
    .where("approval.id", ">", after)
    .orderBy("approval.id")
    .limit(STATES_SIGNED_BATCH_ROWS)
    .execute();
  return rows.map(({ status, changed, userMessageId, ...row }) => ({
    ...row,
    decided:
      status === "pending"
        ? null
        : { decision: status, changed, userMessageId: userMessageId ?? "" },
  }));
}
