import "server-only";
/** A person's conversations as they saw them, to take away: visible turns of the branch that is shown, and nothing else. */
import type { Actor } from "../../../access/actor.ts";
import type { PublicMessage } from "../../../contracts/public/conversation.ts";
import { AppError } from "../../../errors/app-error.ts";
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
  const { conversation, messages } = await getConversation(actor, conversationId, {
    isLasting: true,
  });
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

/** All lasting ones, one after the other, so that the largest account takes no more memory than one conversation. */
export async function* exportConversations(actor: Actor): AsyncGenerator<ExportedConversation> {
  for (const isArchived of [false, true]) {
    let after: string | null = null;
    do {
      const part = await listConversations(actor, { after, isArchived });
      for (const { id } of part.conversations) {
        const exported = await unlessGone(exportConversation(actor, id));
        if (exported) yield exported;
      }
      after = part.next;
    } while (after !== null);
  }
}

/** What was deleted since the list was read is left out; the rest goes on. */
async function unlessGone(
  reading: Promise<ExportedConversation>,
): Promise<ExportedConversation | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}
