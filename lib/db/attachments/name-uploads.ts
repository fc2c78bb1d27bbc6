/** The names of uploads that are not sent yet, in the order of their ids here. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { db } from "../client.ts";

export async function nameUploads(actor: Actor, ids: readonly string[]): Promise<string[]> {
  assertCan(actor, "chat:use");
  const uploads = await db().attachment.findMany({
    where: { id: { in: [...ids] }, ownerId: actor.userId, messageId: null },
    select: { id: true, name: true },
  });
  return uploads
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .map(({ name }) => name);
}
