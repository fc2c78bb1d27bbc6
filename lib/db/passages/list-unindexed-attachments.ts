/** The attachments of a conversation without stored passages. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { db } from "../client.ts";

/** @returns ids of the actor's own attachments in this conversation, oldest first */
export async function listUnindexedAttachments(
  actor: Actor,
  conversationId: string,
): Promise<string[]> {
  assertCan(actor, "chat:use");
  const attachments = await db().attachment.findMany({
    where: { conversationId, ownerId: actor.userId, passages: { none: {} } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  return attachments.map(({ id }) => id);
}
