/** Compares tool-call history before and after a run. */
import "server-only";
import type {
  RememberedEntry,
  RememberedExchange,
} from "../../contracts/inspector/run/state-inspection.ts";
import type { ChatMessage, Exchange } from "../../hidden-state/chat-message.ts";
import { UNKNOWN_RUN_ID } from "../../hidden-state/state-schemas.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toPayload, toSize } from "../to-payload.ts";

/** Oldest first. Two exchanges are the same if run and entries are equal. */
export function compareExchanges(
  before: readonly Exchange[],
  after: readonly Exchange[],
  access: PayloadAccess,
): RememberedExchange[] {
  const left = new Map<string, number>();
  for (const exchange of after) change(left, keyOf(exchange), 1);
  const all: RememberedExchange[] = [];
  const kept = new Map<string, number>();
  for (const exchange of before) {
    const key = keyOf(exchange);
    const stays = (left.get(key) ?? 0) > 0;
    if (stays) {
      change(left, key, -1);
      change(kept, key, 1);
    }
    all.push(projectExchange(exchange, { inBefore: true, inAfter: stays }, access));
  }
  for (const exchange of after) {
    const key = keyOf(exchange);
    if ((kept.get(key) ?? 0) > 0) change(kept, key, -1);
    else all.push(projectExchange(exchange, { inBefore: false, inAfter: true }, access));
  }
  return all;
}

function keyOf(exchange: Exchange): string {
  return `${exchange.runId} ${JSON.stringify(exchange.messages)}`;
}

function change(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function projectExchange(
  { runId, messages }: Exchange,
  sides: { inBefore: boolean; inAfter: boolean },
  access: PayloadAccess,
): RememberedExchange {
  return {
    runId: runId === UNKNOWN_RUN_ID ? null : runId,
    bytes: toSize(Buffer.byteLength(JSON.stringify(messages)), access),
    entries: messages.map((message) => projectEntry(message, access)),
    inBefore: sides.inBefore,
    inAfter: sides.inAfter,
  };
}

function projectEntry(message: ChatMessage, access: PayloadAccess): RememberedEntry {
  const { role, content } = message;
  const calls = role === "assistant" ? (message.tool_calls ?? []) : [];
  return {
    role,
    content: content === null ? null : toPayload(content, access),
    task: message.role === "user" && message.task ? toPayload(message.task, access) : null,
    calls: calls.map((call) => ({
      id: call.id,
      tool: call.function.name,
      arguments: toPayload(call.function.arguments, access),
    })),
    answersCallId: role === "tool" ? message.tool_call_id : null,
  };
}
