/** A question of one's own conversation, and whether it still waits for an answer. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { PublicApproval } from "../../../contracts/public/conversation.ts";
import { AppError } from "../../../errors/app-error.ts";
import { areSigned } from "../../audit/runs/own-states.ts";
import { kysely } from "../../client.ts";
import { type Given, prepareStatement } from "../../prepare-statement.ts";
import { text, uuid } from "../../typed-sql.ts";
import { judgeApproval, tellForgedApproval } from "./own-approval.ts";

export type AskedQuestion = Pick<PublicApproval, "question" | "status"> & {
  conversationId: string;
  /** The call behind it. Hidden. */
  call: { agentId: string; tool: string; resume: unknown };
  /** What its person changed of it, as stored. Hidden. */
  changed: string | null;
};

/**
 * @throws AppError `not-found` when there is no such question, or it is another person's; `approval-forged` where it waits and
 * is not as it was asked
 */
export async function getApproval(actor: Actor, approvalId: string): Promise<AskedQuestion> {
  assertCan(actor, "chat:use");
  const [approval] = await find({ approvalId, userId: actor.userId });
  if (!approval) throw new AppError("not-found");
  const { question, changed, tool, resume } = approval;
  const status = PublicApproval.shape.status.parse(approval.status);
  if (status === "pending") await assertOwn({ ...approval, userId: actor.userId, decided: null });
  const call = { agentId: approval.agent_id, tool, resume };
  return { conversationId: approval.conversation_id, question, changed, call, status };
}

const find = prepareStatement(
  "get-approval",
  (given: Given<{ approvalId: string; userId: string }>) =>
    kysely()
      .selectFrom("approval")
      .innerJoin("conversation", "conversation.id", "approval.conversation_id")
      .select([
        "approval.id",
        "approval.conversation_id",
        "approval.run_id",
        "approval.question",
        "approval.status",
        "approval.agent_id",
        "approval.tool",
        "approval.resume",
        "approval.suspended_plan",
        "approval.changed",
        "approval.mac",
      ])
      .where("approval.id", "=", uuid(given("approvalId")))
      .where("conversation.user_id", "=", text(given("userId")))
      .where("conversation.deleted_at", "is", null),
);

async function assertOwn(waiting: Parameters<typeof judgeApproval>[0]): Promise<void> {
  const mayLackMac = waiting.mac === null && !(await areSigned("approvals", kysely()));
  if (judgeApproval(waiting, mayLackMac) !== "forged") return;
  tellForgedApproval(waiting.run_id);
  throw new AppError("approval-forged");
}
