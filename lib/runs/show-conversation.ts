import "server-only";
/** A conversation as its person may see it now: a live answer with all that is written of it so far. */
import type { Actor } from "../access/actor.ts";
import type { ConversationDetail, PublicMessage } from "../contracts/public/conversation.ts";
import { getConversation } from "../db/conversations/get-conversation.ts";
import { getRunSnapshot } from "../db/runs/get-run-snapshot.ts";
import { runRegistry } from "./run-registry.ts";

/** @throws AppError `not-found` when there is no such conversation, or it is another person's */
export async function showConversation(
  actor: Actor,
  conversationId: string,
): Promise<ConversationDetail> {
  const detail = await getConversation(actor, conversationId);
  const messages = detail.messages.map((message) => withLiveText(actor, message));
  return { ...detail, messages: await Promise.all(messages) };
}

/** A reload never shows less than before: the text comes from where the run is, not from its last flush. */
async function withLiveText(actor: Actor, message: PublicMessage): Promise<PublicMessage> {
  const { liveRunId } = message;
  if (liveRunId === null) return message;
  const local = runRegistry().runs.get(liveRunId);
  const content = local ? local.log.text : (await getRunSnapshot(actor, liveRunId)).text;
  return { ...message, content };
}
