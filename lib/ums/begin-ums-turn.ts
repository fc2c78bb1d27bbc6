import "server-only";
/** Checks what can be refused of a chat, and takes the approval that it answers. */
import type { UmsApprovalDecision } from "../contracts/ums-chat.ts";
import { takePending } from "../db/ums/take-pending.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import type { Caller } from "./caller.ts";
import { PendingCall } from "./pending-call.ts";
import { recallExchanges } from "./recall-exchanges.ts";
import { type Refused, refused } from "./refusal.ts";
import type { UmsTurn } from "./ums-turn.ts";

type Asked = {
  conversationId: string;
  caller: Caller;
  content: string;
  approval: UmsApprovalDecision | undefined;
};

export async function beginUmsTurn(asked: Asked): Promise<{ ok: true; turn: UmsTurn } | Refused> {
  const { conversationId, caller, approval } = asked;
  const exchanges = await recallExchanges(conversationId);
  if (exchanges === null) return refused("not-found");
  const turn = { conversationId, caller, content: sanitise(asked.content).value, exchanges };
  if (!approval) return { ok: true, turn: { ...turn, decided: null } };
  const pending = await takePending(conversationId, approval.id);
  const call = PendingCall.safeParse(pending);
  if (!call.success) return refused("approval-closed");
  const decided = { call: call.data, decision: approval.decision };
  return { ok: true, turn: { ...turn, decided } };
}
