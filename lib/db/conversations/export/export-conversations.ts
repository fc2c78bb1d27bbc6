import "server-only";
/** A person's conversations as they saw them, to take away: visible turns of the branch that is shown, and nothing else. */
import type { Actor } from "../../../access/actor.ts";
import type { PublicMessage } from "../../../contracts/public/conversation.ts";
import { getConversation } from "../get-conversation.ts";
import { listConversations } from "../list-conversations.ts";

export type ExportedConversation = {
  title: string;
  updatedAt: string;
  messages: {
    by: "person" | "assistant";
    at: string;
    text: string;
    /** How an answer ended; null for a question, and for an answer that is being written. */
    ending: PublicMessage["ending"];
    files: string[];
    sources: PublicMessage["sources"];
  }[];
};

/** @throws AppError `not-found` if there is no such conversation or it is another person's */
export async function exportConversation(
  actor: Actor,
  conversationId: string,
): Promise<ExportedConversation> {
  const { conversation, messages } = await getConversation(actor, conversationId);
  return {
    title: conversation.title,
    updatedAt: conversation.updatedAt,
    messages: messages.map((message) => ({
      by: message.role === "user" ? "person" : "assistant",
      at: message.createdAt,
      text: message.content,
      ending: message.ending,
      files: message.attachments.map(({ name }) => name),
      sources: message.sources,
    })),
  };
}

/** All of them, one after the other, those of the archive behind the others. */
export async function* exportConversations(actor: Actor): AsyncGenerator<ExportedConversation> {
  for (const isArchived of [false, true]) {
    let after: string | null = null;
    do {
      const part = await listConversations(actor, { after, isArchived });
      for (const { id } of part.conversations) yield await exportConversation(actor, id);
      after = part.next;
    } while (after !== null);
  }
}
