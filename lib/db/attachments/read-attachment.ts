/** Reads one of the actor's own files with its bytes. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { AppError } from "../../errors/app-error.ts";
import { db } from "../client.ts";

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
