import "server-only";
/** The service's own memory of a conversation as whole, paired exchanges. */
import { loadConversation } from "../db/ums/load-conversation.ts";
import { settings } from "../env/settings.ts";
import { ChatMessage, type Exchange } from "../hidden-state/chat-message.ts";
import { repairExchanges } from "../hidden-state/repair-exchange.ts";
import { UNKNOWN_RUN_ID } from "../hidden-state/state-schemas.ts";

/** @returns the last whole exchanges, oldest first; null where there is no such conversation */
export async function recallExchanges(conversationId: string): Promise<Exchange[] | null> {
  const stored = await loadConversation(conversationId, settings().HIDDEN_STATE_KEEP_EXCHANGES);
  if (stored === null) return null;
  const messages = stored.flatMap((message) => ChatMessage.safeParse(message).data ?? []);
  return repairExchanges(splitExchanges(messages)).exchanges;
}

function splitExchanges(messages: readonly ChatMessage[]): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const message of messages) {
    if (message.role === "user") exchanges.push({ runId: UNKNOWN_RUN_ID, messages: [] });
    exchanges.at(-1)?.messages.push(message);
  }
  return exchanges;
}
