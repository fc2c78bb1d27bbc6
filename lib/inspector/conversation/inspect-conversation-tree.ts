/** The tree of a run's conversation, for an operator. What was said is masked as in the transcript. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { ConversationTree } from "../../contracts/inspector/conversation/conversation-tree.ts";
import { readConversationTree } from "../../db/inspector/run/read-conversation-tree.ts";
import { payloadAccessOf } from "../payload-access.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function inspectConversationTree(
  actor: Actor,
  runId: string,
): Promise<ConversationTree> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const { messages, messageCount } = await readConversationTree(actor, runId);
  const shown =
    access === "all-masked"
      ? messages.map((message) => ({ ...message, words: "", masked: true as const }))
      : messages;
  return { messages: shown, messageCount };
}
