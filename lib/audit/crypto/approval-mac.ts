/**
 * Says that the application asked for this call, and what its person decided: a MAC under a key that the database does not
 * have. A call or a decision that was changed does not verify.
 */
import { macOf } from "./row-key.ts";

/** What a MAC says of an approval. Digests are SHA-256 of canonical JSON, hexadecimal. */
export type ApprovalFacts = {
  approvalId: string;
  conversationId: string;
  runId: string;
  userId: string;
  /** Of the agent, the tool and the question. */
  askedSha256: string;
  /** Of what the call goes on with, and of the plan that waits with it. */
  resumeSha256: string;
  /** True: it was stored without a MAC, so nobody knows whether it is as it was asked. */
  isEarlier: boolean;
  /** Null: it waits. */
  decided: ApprovalDecided | null;
};

/** `userMessageId`: the message that the decision was. */
export type ApprovalDecided = { decision: string; changed: string | null; userMessageId: string };

export const { sign: signApproval, isSigned: isSignedApproval } = macOf(
  "halfsilver approval",
  (facts: ApprovalFacts) => {
    const { approvalId, conversationId, runId, userId, askedSha256, resumeSha256 } = facts;
    const { decision = null, changed = null, userMessageId = null } = facts.decided ?? {};
    const asked = [approvalId, conversationId, runId, userId, askedSha256, resumeSha256];
    return [asked, facts.isEarlier, [decision, changed, userMessageId]];
  },
);

/** What a MAC says of a call that waits in the service's conversation. `sha256`: of its canonical JSON. */
export type ServiceCallFacts = { conversationId: string; sha256: string };

export const { sign: signServiceCall, isSigned: isSignedServiceCall } = macOf(
  "halfsilver service call",
  ({ conversationId, sha256 }: ServiceCallFacts) => [conversationId, sha256],
);
