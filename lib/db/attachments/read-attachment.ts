/** Reads one of the actor's own files with its bytes. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { ConversationFiles } from "../../contracts/public/files/conversation-files.ts";
import { AppError } from "../../errors/app-error.ts";
import { db } from "../client.ts";
import { CONVERSATION_FILES_MAX } from "../limits.ts";

export type AttachmentFile = { name: string; mediaType: string; data: Uint8Array<ArrayBuffer> };

/** @throws AppError `not-found` if there is no such file or it is another person's */
export async function readAttachment(actor: Actor, attachmentId: string): Promise<AttachmentFile> {
  assertCan(actor, "chat:use");
  const file = await db().attachment.findFirst({
    where: { id: attachmentId, ownerId: actor.userId },
    select: { name: true, mediaType: true, data: true },
  });
  if (!file) throw new AppError("not-found");
  return file;
}

/**
 * What there is to say of it without its bytes. @throws AppError `not-found` as `readAttachment`
 */
export async function describeAttachment(actor: Actor, attachmentId: string) {
  assertCan(actor, "chat:use");
  const file = await db().attachment.findFirst({
    where: { id: attachmentId, ownerId: actor.userId },
    select: { name: true, mediaType: true, sizeBytes: true },
  });
  if (!file) throw new AppError("not-found");
  return file;
}

/**
 * The files of a conversation, along the path that is shown: what was attached, and what answers brought.
 * Newest first. @throws AppError `not-found` if there is no such conversation or it is another person's
 */
export async function listConversationFiles(
  actor: Actor,
  conversationId: string,
): Promise<ConversationFiles> {
  assertCan(actor, "chat:use");
  const conversation = await db().conversation.findFirst({
    where: { id: conversationId, userId: actor.userId, deletedAt: null },
    select: {
      attachments: {
        where: { ownerId: actor.userId, message: { supersededAt: null } },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: CONVERSATION_FILES_MAX,
        select: {
          id: true,
          name: true,
          mediaType: true,
          sizeBytes: true,
          alt: true,
          createdAt: true,
          message: { select: { id: true, role: true } },
        },
      },
    },
  });
  if (!conversation) throw new AppError("not-found");
  return {
    files: conversation.attachments.flatMap(({ message, createdAt, alt, ...file }) => {
      if (!message) return [];
      const { id, name, mediaType, sizeBytes } = file;
      return {
        file: { id, name, mediaType, sizeBytes, ...(alt === null ? {} : { alt }) },
        messageId: message.id,
        from: message.role === "user" ? ("person" as const) : ("answer" as const),
        createdAt: createdAt.toISOString(),
      };
    }),
  };
}
