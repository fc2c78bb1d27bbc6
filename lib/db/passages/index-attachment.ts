/** Stores the passages of an attachment, masked, once. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { NewPassage } from "../../contracts/passage.ts";
import { AppError } from "../../errors/app-error.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { db, kysely } from "../client.ts";
import { storableJson } from "../storable-json.ts";
import { columnsOf, insertRows, table } from "../typed-sql.ts";

// A document without text gets one empty passage, so that it counts as indexed.
const NOTHING: NewPassage = { text: "", embedding: null };

/**
 * The first writer wins; a concurrent second one finds the passages stored.
 * @throws AppError `not-found` if the attachment is not the actor's
 */
export async function indexAttachment(
  actor: Actor,
  attachmentId: string,
  passages: readonly NewPassage[],
): Promise<void> {
  assertCan(actor, "chat:use");
  const rows = (passages.length > 0 ? passages : [NOTHING]).map((passage, ordinal) => ({
    ordinal,
    text: sanitise(passage.text).value,
    embedding: passage.embedding ?? [],
  }));
  const types = { ordinal: "int", text: "text", embedding: "float8[]" };
  const mineId = columnsOf("attachment", "mine")("id");
  const rest = sql`, mine WHERE NOT EXISTS (
    SELECT FROM ${table("passage")} WHERE ${columnsOf("passage")("attachment_id")} = ${mineId})`;
  const mine = await kysely()
    .with("mine", (db) =>
      db
        .selectFrom("attachment")
        .select("id")
        .where("id", "=", attachmentId)
        .where("owner_id", "=", actor.userId),
    )
    .with("kept", (db) =>
      insertRows(
        db,
        "passage",
        { json: storableJson(rows), types, rest },
        { attachment_id: mineId },
      ).onConflict((conflict) => conflict.doNothing()),
    )
    .selectFrom("mine")
    .select("id")
    .executeTakeFirst();
  if (!mine) throw new AppError("not-found");
}

/**
 * The attachments of a conversation without stored passages.
 * @returns ids of the actor's own attachments in this conversation, oldest first
 */
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
