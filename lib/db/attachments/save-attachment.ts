import "server-only";
/** Keeps an uploaded file for its owner until a message takes it along. */
import { createHash, randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { PublicAttachment } from "../../contracts/conversation.ts";
import { db } from "../client.ts";
import { storableText } from "../storable-json.ts";

type NewAttachment = { name: string; mediaType: string; data: Uint8Array<ArrayBuffer> };

/** The edge has cut it to 255 bytes and kept its extension. */
const NAME_MAX_CHARS = 255;

export async function saveAttachment(actor: Actor, file: NewAttachment): Promise<PublicAttachment> {
  assertCan(actor, "chat:use");
  const kept = {
    id: randomUUID(),
    name: storableText(file.name).slice(0, NAME_MAX_CHARS) || "file",
    mediaType: file.mediaType,
    sizeBytes: file.data.byteLength,
  };
  const sha256 = createHash("sha256").update(file.data).digest("hex");
  await db().attachment.create({
    data: { ...kept, sha256, data: file.data, ownerId: actor.userId },
    select: { id: true },
  });
  return kept;
}
