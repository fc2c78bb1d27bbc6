/** Copies the files of a message for a new version of it: each version has files of its own. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { db, kysely } from "../client.ts";
import { columnsOf, uuids } from "../typed-sql.ts";

/**
 * The copies belong to no message yet, as uploads do before they are sent.
 * @param ids of files of this message; others are left out, and each is copied once
 * @returns the ids of the copies, in the order of `ids`
 */
export async function copyAttachments(
  actor: Actor,
  messageId: string,
  ids: readonly string[],
): Promise<string[]> {
  assertCan(actor, "chat:use");
  if (ids.length === 0) return [];
  const place = sql<number>`array_position(${uuids(ids)}, ${columnsOf("attachment")("id")})`;
  const copies = await kysely()
    .insertInto("attachment")
    .columns(["id", "owner_id", "name", "media_type", "size_bytes", "sha256", "position", "data"])
    .expression(({ selectFrom }) =>
      selectFrom("attachment")
        .select(sql<string>`gen_random_uuid()`.as("id"))
        .select(["owner_id", "name", "media_type", "size_bytes", "sha256"])
        .select([place.as("position"), "data"])
        .where("owner_id", "=", actor.userId)
        .where("message_id", "=", messageId)
        .where("id", "in", [...ids]),
    )
    .returning(["id", "position"])
    .execute();
  return copies.toSorted((one, other) => one.position - other.position).map(({ id }) => id);
}

/** The names of uploads that are not sent yet, in the order of their ids here. */
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
