/** Stores an uploaded file for its owner until a message attaches it. */
import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { PublicAttachment } from "../../contracts/public/conversation.ts";
import { AppError } from "../../errors/app-error.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Database, db, kysely } from "../client.ts";
import { RETENTION_BATCH_ROWS, UNSENT_UPLOAD_DAYS } from "../limits.ts";
import { attachmentName } from "./attachment-name.ts";

type NewAttachment = {
  /** Absent: any. */
  id?: string;
  name: string;
  mediaType: string;
  data: Uint8Array<ArrayBuffer>;
};

export type SavedAttachment =
  | { ok: true; attachment: PublicAttachment }
  /** The file would exceed the owner's upload quota of 24 hours. */
  | { ok: false; reason: "quota" };

/** The newest upload of each person that this process is storing. */
const storing = new Map<string, Promise<unknown>>();

/**
 * Uploads of one person are stored one after another. In the database they would wait for the same row, each with a
 * connection of the pool.
 */
export function saveAttachment(
  actor: Actor,
  file: NewAttachment,
  quota: { maxBytesPerDay: number },
): Promise<SavedAttachment> {
  assertCan(actor, "chat:use");
  const { userId } = actor;
  const saving = (storing.get(userId) ?? Promise.resolve()).then(() => save(userId, file, quota));
  const settled = saving.then(
    () => undefined,
    () => undefined,
  );
  storing.set(userId, settled);
  void settled.then(() => {
    if (storing.get(userId) === settled) storing.delete(userId);
  });
  return saving;
}

function save(
  userId: string,
  file: NewAttachment,
  { maxBytesPerDay }: { maxBytesPerDay: number },
): Promise<SavedAttachment> {
  const attachment = {
    id: file.id ?? randomUUID(),
    name: attachmentName(file.name),
    mediaType: file.mediaType,
    sizeBytes: file.data.byteLength,
  };
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      // Two uploads at once, on two instances, must not both use the rest of the quota.
      const owner = transaction.selectFrom("user").select("id").where("id", "=", userId);
      await owner.forNoKeyUpdate().execute();
      if ((await bytesOfToday(transaction, userId)) + attachment.sizeBytes > maxBytesPerDay)
        return { ok: false, reason: "quota" };
      await transaction
        .insertInto("attachment")
        .values({
          id: attachment.id,
          owner_id: userId,
          name: attachment.name,
          media_type: attachment.mediaType,
          size_bytes: attachment.sizeBytes,
          sha256: createHash("sha256").update(file.data).digest("hex"),
          data: bufferOver(file.data),
        })
        .execute();
      return { ok: true, attachment };
    });
}

/**
 * Whether an upload of this length could be stored, so that a file is refused before it is received and read. It reserves
 * nothing: `saveAttachment` decides.
 */
export async function hasRoomFor(
  actor: Actor,
  bytes: number,
  { maxBytesPerDay }: { maxBytesPerDay: number },
): Promise<boolean> {
  assertCan(actor, "chat:use");
  return (await bytesOfToday(kysely(), actor.userId)) + bytes <= maxBytesPerDay;
}

async function bytesOfToday(database: Kysely<Database>, userId: string): Promise<number> {
  const { bytes } = await database
    .selectFrom("attachment")
    .leftJoin("message", "message.id", "attachment.message_id")
    .select(({ fn }) => fn.coalesce(fn.sum<string>("size_bytes"), sql<string>`0`).as("bytes"))
    .where("owner_id", "=", userId)
    .where("attachment.created_at", ">", sql<Date>`now() - interval '1 day'`)
    // Documents that the assistant wrote are no uploads.
    .where(({ ref }) => sql<boolean>`${ref("message.role")} IS DISTINCT FROM 'assistant'`)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** The same bytes, not a copy. */
const bufferOver = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) =>
  Buffer.from(buffer, byteOffset, length);

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

/**
 * Deletes an upload of the actor's that no message has. What was sent is erased with its conversation only.
 * @throws AppError `not-found` if there is no such upload, it is sent already, or it is another person's
 */
export async function removeUpload(actor: Actor, attachmentId: string): Promise<void> {
  assertCan(actor, "chat:use");
  const { count } = await db().attachment.deleteMany({
    where: { id: attachmentId, ownerId: actor.userId, messageId: null, conversationId: null },
  });
  if (count === 0) throw new AppError("not-found");
}

/**
 * Erases uploads that were never sent: the draft that had them is gone. One transaction with its audit row.
 * @returns how many are gone
 */
export async function eraseAbandonedUploads(): Promise<number> {
  let gone = 0;
  for (let hasMore = true; hasMore; ) {
    const erased = await eraseBatch();
    gone += erased;
    hasMore = erased === RETENTION_BATCH_ROWS;
  }
  return gone;
}

function eraseBatch(): Promise<number> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const unsent = await transaction
        .deleteFrom("attachment")
        .where("id", "in", ({ selectFrom }) =>
          selectFrom("attachment")
            .select("id")
            .where("message_id", "is", null)
            .where("conversation_id", "is", null)
            .where(
              "created_at",
              "<",
              sql<Date>`now() - ${UNSENT_UPLOAD_DAYS}::int * interval '1 day'`,
            )
            .limit(RETENTION_BATCH_ROWS),
        )
        .executeTakeFirst();
      const count = Number(unsent.numDeletedRows);
      if (count > 0)
        await recordAudit(transaction, {
          actorId: null,
          action: "retention.applied",
          // Not retention of files: that one excuses files that were sent and are gone.
          target: "retention:unsent-uploads",
          outcome: "allowed",
          detail: {
            class: "unsent-uploads",
            days: UNSENT_UPLOAD_DAYS,
            rows: { attachment: count },
          },
        });
      return count;
    });
}
