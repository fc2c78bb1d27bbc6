/** A question of one's own conversation, and whether it still waits for an answer. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { PublicApproval } from "../../contracts/public/conversation.ts";
import { AppError } from "../../errors/app-error.ts";
import { kysely } from "../client.ts";

export type AskedQuestion = Pick<PublicApproval, "question" | "status"> & {
  conversationId: string;
  /** The call behind it. Hidden. */
  call: { agentId: string; tool: string; resume: unknown };
  /** What its person changed of it, as stored. Hidden. */
  changed: string | null;
};

/** @throws AppError `not-found` when there is no such question, or it is another person's */
export async function getApproval(actor: Actor, approvalId: string): Promise<AskedQuestion> {
  assertCan(actor, "chat:use");
  const approval = await kysely()
    .selectFrom("approval")
    .innerJoin("conversation", "conversation.id", "approval.conversation_id")
    .select([
      "approval.conversation_id as conversationId",
      "approval.question",
      "approval.status",
      "approval.agent_id as agentId",
      "approval.tool",
      "approval.resume",
      "approval.changed",
    ])
    .where("approval.id", "=", approvalId)
    .where("conversation.user_id", "=", actor.userId)
    .where("conversation.deleted_at", "is", null)
    .executeTakeFirst();
  if (!approval) throw new AppError("not-found");
  const { agentId, tool, resume, ...asked } = approval;
  return {
    ...asked,
    call: { agentId, tool, resume },
    status: PublicApproval.shape.status.parse(approval.status),
  };
}
