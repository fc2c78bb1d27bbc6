/**
 * Says that the application asked for this call, and what its person decided: a MAC under a key that the database does not
 * have. A call or a decision that was changed does not verify.
 */
import { toHex } from "../bytes.ts";
import { isMacOf, makeMac, type RowKey } from "./row-key.ts";

const APPROVAL = "halfsilver approval";
const SERVICE_CALL = "halfsilver service call";

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

export function signApproval(key: RowKey, facts: ApprovalFacts): Buffer {
  const { approvalId, conversationId, runId, userId, askedSha256, resumeSha256 } = facts;
  const { decision = null, changed = null, userMessageId = null } = facts.decided ?? {};
  const asked = [approvalId, conversationId, runId, userId, askedSha256, resumeSha256];
  const decided = [decision, changed, userMessageId];
  return sign(key, APPROVAL, [asked, facts.isEarlier, decided]);
}

export function isSignedApproval(
  keys: readonly RowKey[],
  facts: ApprovalFacts,
  mac: Uint8Array,
): boolean {
  return isMacOf(keys, mac, (key) => signApproval(key, facts));
}

/** What a MAC says of a call that waits in the service's conversation. `sha256`: of its canonical JSON. */
export type ServiceCallFacts = { conversationId: string; sha256: string };

export function signServiceCall(key: RowKey, { conversationId, sha256 }: ServiceCallFacts): Buffer {
  return sign(key, SERVICE_CALL, [conversationId, sha256]);
}

export function isSignedServiceCall(
  keys: readonly RowKey[],
  facts: ServiceCallFacts,
  mac: Uint8Array,
): boolean {
  return isMacOf(keys, mac, (key) => signServiceCall(key, facts));
}

function sign(key: RowKey, domain: string, facts: readonly unknown[]): Buffer {
  return makeMac(key, JSON.stringify([domain, toHex(key.id), ...facts]));
}
