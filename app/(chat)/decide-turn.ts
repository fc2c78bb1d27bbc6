import "server-only";
/** A decision on a pending question is a turn of its own, in plain words. */
import type { Actor } from "@/lib/access/actor.ts";
import type { DecideApproval, SendMessageResult } from "@/lib/contracts/send-message.ts";
import { getPendingApproval } from "@/lib/db/turns/get-pending-approval.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import * as text from "@/lib/messages/chat.ts";
import { beginRun } from "./begin-run.ts";
import { refuseTurn } from "./refuse-turn.ts";

const DECISION_TEXT = { approved: text.approveQuestion, declined: text.declineQuestion } as const;

export async function decideTurn(
  actor: Actor,
  { approvalId, decision }: DecideApproval,
): Promise<SendMessageResult> {
  try {
    const { conversationId, question } = await getPendingApproval(actor, approvalId);
    return await beginRun(actor, {
      conversationId,
      // The question's id, so that two clicks or two tabs make one decision.
      clientMessageId: approvalId,
      text: DECISION_TEXT[decision]({ question }),
      attachmentIds: [],
      approval: { id: approvalId, decision },
    });
  } catch (error) {
    if (error instanceof AppError && error.httpStatus === 404) return refuseTurn("not-found");
    return refuseTurn("unavailable");
  }
}
