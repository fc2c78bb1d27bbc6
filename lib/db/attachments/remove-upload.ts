/** Deletes an upload of the actor's that no message has. What was sent is erased with its conversation only. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { AppError } from "../../errors/app-error.ts";
import { db } from "../client.ts";

/** @throws AppError `not-found` if there is no such upload, it is sent already, or it is another person's */
export async function removeUpload(actor: Actor, attachmentId: string): Promise<void> {
  assertCan(actor, "chat:use");
  const { count } = await db().attachment.deleteMany({
    where: { id: attachmentId, ownerId: actor.userId, messageId: null, conversationId: null },
  });
  if (count === 0) throw new AppError("not-found");
}
