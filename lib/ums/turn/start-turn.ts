/** Loads a conversation, checks what can be refused, and takes the approval that a chat answers. */
import "server-only";
import { readArguments } from "../../agents/approvals/call-fields.ts";
import { joinOrigins, type Origin, UNKNOWN } from "../../contracts/model/origin.ts";
import type { UmsApprovalDecision } from "../../contracts/ums/ums-chat.ts";
import { UMS_CHANGEABLE } from "../../contracts/ums/ums-tools.ts";
import { foundAt, recordFinding } from "../../db/audit/found/trail-findings.ts";
import { isOwnCall } from "../../db/ums/own-call.ts";
import { loadConversation } from "../../db/ums/service-conversations.ts";
import { takePending } from "../../db/ums/take-pending.ts";
import { settings } from "../../env/settings.ts";
import { envelopeOrigins } from "../../governance/envelope-facts.ts";
import { ChatMessage, type Exchange } from "../../hidden-state/chat-message.ts";
import { repairExchanges } from "../../hidden-state/exchanges.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { UNKNOWN_RUN_ID } from "../../hidden-state/state-schemas.ts";
import { checkArguments } from "../../tools/check-arguments.ts";
import { type Refused, refused } from "../http/refusal.ts";
import type { Caller } from "./caller.ts";
import { PendingCall, type UmsTurn } from "./ums-turn.ts";

type Asked = {
  conversationId: string;
  caller: Caller;
  key: string | null;
  content: string;
  instructions: string;
  known: readonly string[];
  approval: UmsApprovalDecision | undefined;
};

export async function startUmsTurn(asked: Asked): Promise<{ ok: true; turn: UmsTurn } | Refused> {
  const { conversationId, caller, key, approval } = asked;
  const recalled = await recallExchanges(conversationId);
  if (recalled === null) return refused("not-found");
  const { exchanges, lastKey } = recalled;
  const content = sanitise(asked.content).value;
  const instructions = sanitise(asked.instructions).value;
  const known = asked.known.map((text) => sanitise(text).value);
  const origins = envelopeOrigins(caller.state);
  const given = { conversationId, caller, key, lastKey, content, origins, instructions, known };
  const turn = { ...given, exchanges, repeated: null };
  if (!approval && key !== null && key === lastKey) {
    const repeated = roundsOf(exchanges.at(-1)?.messages ?? []);
    const before = exchanges.slice(0, -1);
    return { ok: true, turn: { ...turn, exchanges: before, repeated, decided: null } };
  }
  if (!approval) return { ok: true, turn: { ...turn, decided: null } };
  const changed = approval.arguments ?? null;
  const taken = await takePending(conversationId, approval.id, changed);
  const read = PendingCall.safeParse(taken?.call);
  if (!taken || !read.success) return refused("approval-closed");
  const original = { ...read.data, arguments: taken.before ?? read.data.arguments };
  if (!taken.again && (taken.isPutBack || !isOwnCall(conversationId, original))) {
    void recordFinding(foundAt("approval-forged", { runId: caller.runId }));
    return refused("approval-closed");
  }
  if (taken.before !== null && !isChangeable(read.data, taken.before)) return refused("invalid");
  const call = { ...read.data, origin: lowered(read.data.origin) };
  const decided = { call, decision: approval.decision };
  if (!taken.again) return { ok: true, turn: { ...turn, decided } };
  const { before, rounds } = partRounds(exchanges, call.callId);
  return { ok: true, turn: { ...turn, exchanges: before, decided: { ...decided, rounds } } };
}

/** Whether this call may run in place of that which was asked for. */
function isChangeable({ tool, arguments: changed }: PendingCall, before: string): boolean {
  const known = UMS_CHANGEABLE.get(tool);
  const [given, made] = [
    readArguments({ arguments: before }),
    readArguments({ arguments: changed }),
  ];
  if (!known || !given || !made || sanitise(made).redactions > 0) return false;
  if (known.fixed.some((name) => given[name] !== made[name])) return false;
  return checkArguments(known, made).ok;
}

/**
 * The rounds of the last exchange, if they contain the result of this call: the turn repeats them without running it.
 */
function partRounds(exchanges: readonly Exchange[], callId: string) {
  const messages = exchanges.at(-1)?.messages ?? [];
  const isKnown = messages.some((one) => one.role === "tool" && one.tool_call_id === callId);
  if (!isKnown) return { before: exchanges, rounds: null };
  return { before: exchanges.slice(0, -1), rounds: roundsOf(messages) };
}

/** The calls of an exchange with their results. */
function roundsOf(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const end = messages.findLastIndex(({ role }) => role === "tool");
  return messages.slice(1, end + 1);
}

/** The service's memory of a conversation. @returns the last whole exchanges, oldest first; null where there is none */
async function recallExchanges(
  conversationId: string,
): Promise<{ exchanges: Exchange[]; lastKey: string | null } | null> {
  const stored = await loadConversation(conversationId, settings().HIDDEN_STATE_KEEP_EXCHANGES);
  if (stored === null) return null;
  const messages = stored.messages.flatMap((message) => {
    const read = ChatMessage.safeParse(message).data;
    return read ? fromStore(read) : [];
  });
  const { exchanges } = repairExchanges(splitExchanges(messages));
  return { exchanges, lastKey: stored.lastKey };
}

/** Nobody signs the service's store: what stands in it is trusted no more than the directory, and is no less private. */
const lowered = (origin: Origin = UNKNOWN) => joinOrigins([origin, "directory"]);

/** An entry of the store. Nobody is known to have typed it. */
function fromStore(message: ChatMessage): ChatMessage {
  const origin = lowered(message.origin);
  if (message.role !== "user") return { ...message, origin };
  const { typed: _, ...said } = message;
  return { ...said, origin };
}

function splitExchanges(messages: readonly ChatMessage[]): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const message of messages) {
    if (message.role === "user") exchanges.push({ runId: UNKNOWN_RUN_ID, messages: [] });
    exchanges.at(-1)?.messages.push(message);
  }
  return exchanges;
}
