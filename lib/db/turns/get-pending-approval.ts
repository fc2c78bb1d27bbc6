import "server-only";
/** A question of one's own conversation that still waits for an answer. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { AppError } from "../../errors/app-error.ts";
import { db } from "../client.ts";

export type PendingQuestion = { conversationId: string; question: string };

/** @throws AppError `not-found` when there is no such question, it is decided, or it is another person's */
export async function getPendingApproval(
  actor: Actor,
  approvalId: string,
): Promise<PendingQuestion> {
  assertCan(actor, "chat:use");
  const approval = await db().approval.findFirst({
    where: { id: approvalId, status: "pending", conversation: { userId: actor.userId } },
    select: { conversationId: true, question: true },
  });
  if (!approval) throw new AppError("not-found");
  return approval;
}
