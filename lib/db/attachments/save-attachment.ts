import "server-only";
/** Stores an uploaded file for its owner until a message attaches it. */
import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { PublicAttachment } from "../../contracts/public/conversation.ts";
import { kysely } from "../client.ts";
import { storableText } from "../storable-json.ts";

type NewAttachment = { name: string; mediaType: string; data: Uint8Array<ArrayBuffer> };

export type SavedAttachment =
  | { ok: true; attachment: PublicAttachment }
  /** The file would exceed the owner's upload quota of 24 hours. */
  | { ok: false; reason: "quota" };

/** The edge has cut it to 255 bytes and kept its extension. */
const NAME_MAX_CHARS = 255;

export async function saveAttachment(
  actor: Actor,
  file: NewAttachment,
  { maxBytesPerDay }: { maxBytesPerDay: number },
): Promise<SavedAttachment> {
  assertCan(actor, "chat:use");
  const attachment = {
    id: randomUUID(),
    name: storableText(file.name).slice(0, NAME_MAX_CHARS) || "file",
    mediaType: file.mediaType,
    sizeBytes: file.data.byteLength,
  };
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      // Serialise one person's uploads, so that two at once cannot both use the rest of the quota.
      const owner = transaction.selectFrom("user").select("id").where("id", "=", actor.userId);
      await owner.forNoKeyUpdate().execute();
      const { bytes } = await transaction
        .selectFrom("attachment")
        .select(({ fn }) => fn.coalesce(fn.sum<string>("size_bytes"), sql<string>`0`).as("bytes"))
        .where("owner_id", "=", actor.userId)
        .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
        .executeTakeFirstOrThrow();
      if (Number(bytes) + attachment.sizeBytes > maxBytesPerDay)
        return { ok: false, reason: "quota" };
      await transaction
        .insertInto("attachment")
        .values({
          id: attachment.id,
          owner_id: actor.userId,
          name: attachment.name,
          media_type: attachment.mediaType,
          size_bytes: attachment.sizeBytes,
          sha256: createHash("sha256").update(file.data).digest("hex"),
          data: Buffer.from(file.data),
        })
        .execute();
      return { ok: true, attachment };
    });
}
