import "server-only";
/** Checks what can be refused of a chat, and takes the approval that it answers. */
import type { UmsApprovalDecision } from "../contracts/ums-chat.ts";
import { takePending } from "../db/ums/take-pending.ts";
import type { Exchange } from "../hidden-state/chat-message.ts";
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
  const taken = await takePending(conversationId, approval.id);
  const call = PendingCall.safeParse(taken?.call);
  if (!taken || !call.success) return refused("approval-closed");
  const decided = { call: call.data, decision: approval.decision };
  if (!taken.again) return { ok: true, turn: { ...turn, decided } };
  const { before, rounds } = partRounds(exchanges, call.data.callId);
  return { ok: true, turn: { ...turn, exchanges: before, decided: { ...decided, rounds } } };
}

/** The rounds of the last exchange, where it holds what came of this call; it is to be gone through once more. */
function partRounds(exchanges: readonly Exchange[], callId: string) {
  const messages = exchanges.at(-1)?.messages ?? [];
  const isKnown = messages.some((one) => one.role === "tool" && one.tool_call_id === callId);
  if (!isKnown) return { before: exchanges, rounds: null };
  const end = messages.findLastIndex(({ role }) => role === "tool");
  return { before: exchanges.slice(0, -1), rounds: messages.slice(1, end + 1) };
}
