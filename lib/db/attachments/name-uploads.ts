import "server-only";
/** The names of uploads that are not sent yet, in the order in which they were uploaded. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { db } from "../client.ts";

export async function nameUploads(actor: Actor, ids: readonly string[]): Promise<string[]> {
  assertCan(actor, "chat:use");
  const uploads = await db().attachment.findMany({
    where: { id: { in: [...ids] }, ownerId: actor.userId, messageId: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { name: true },
  });
  return uploads.map(({ name }) => name);
}
