/** Authorises and audits a read of a conversation's hidden state across its runs. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { AppError } from "../../errors/app-error.ts";
import { recordConversationAudit } from "../audit/record-audit.ts";
import { auditedRead, type InspectionTransaction } from "./audited-read.ts";
import { withAudit } from "./with-audit.ts";

/** What is read, by name and number. Never a payload. */
export type ConversationPart =
  | { part: "states"; runId: string }
  | ({ part: "context" } & OfBranch)
  | ({ part: "context-check"; agentId: string } & OfBranch)
  | ({ part: "context-steps"; agentId: string; from: number; to: number } & OfBranch);

/** The run whose branch was read; absent: the path that the person sees. */
type OfBranch = { runId?: string };

export function ofBranch(branchOf: string | null): OfBranch {
  return branchOf === null ? {} : { runId: branchOf };
}

/**
 * Audited as `conversation.inspected` before anything is read.
 * @throws AppError `forbidden`, and `not-found` if there is no such conversation
 */
export async function readConversationPart<Result>(
  actor: Actor,
  conversationId: string,
  detail: ConversationPart,
  read: (transaction: InspectionTransaction) => Promise<Result>,
): Promise<Result> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    // The same statement also shows whether the conversation exists.
    const exists = await withAudit(() =>
      recordConversationAudit(transaction, conversationId, {
        ...{ actorId: actor.userId, action: "conversation.inspected", outcome: "allowed", detail },
        runId: detail.runId ?? null,
      }),
    );
    if (!exists) throw new AppError("not-found");
    return read(transaction);
  });
}
