/** Loads the newest part of a conversation for its person, with the newest text of a live answer. */
import "server-only";
import type { Actor } from "../access/actor.ts";
import type { ConversationDetail, PublicMessage } from "../contracts/public/conversation.ts";
import { getConversation, type KnownMessages } from "../db/conversations/get-conversation.ts";
import { getRunSnapshot } from "../db/runs/get-run-snapshot.ts";
import { personText } from "../errors/person-text.ts";
import { runRegistry } from "./run-registry.ts";
import { waitingEnds } from "./storage-failure.ts";
import { INTERRUPTED } from "./store-end.ts";

/**
 * @param known what the browser has already; null for the newest page
 * @throws AppError `not-found` if there is no such conversation or it is another person's
 */
export async function showConversation(
  actor: Actor,
  conversationId: string,
  known: KnownMessages | null = null,
): Promise<ConversationDetail> {
  const detail = await getConversation(actor, conversationId, { known });
  const last = detail.messages.at(-1);
  const messages = detail.messages.map((message) => withLiveText(actor, message, message === last));
  return { ...detail, messages: await Promise.all(messages) };
}

/** Takes the text from the process that holds the run, so that a reload never shows less than before. */
async function withLiveText(
  actor: Actor,
  message: PublicMessage,
  isLast: boolean,
): Promise<PublicMessage> {
  const { liveRunId } = message;
  if (liveRunId === null) return message;
  const told = waitingEnds().get(liveRunId);
  if (told !== undefined) {
    const { ending, reason } = INTERRUPTED;
    const end = { ending, notice: personText(reason), liveRunId: null, canRetry: isLast };
    return { ...message, ...end, content: told };
  }
  const local = runRegistry().runs.get(liveRunId);
  const content = local ? local.log.text : (await getRunSnapshot(actor, liveRunId)).text;
  return { ...message, content };
}
