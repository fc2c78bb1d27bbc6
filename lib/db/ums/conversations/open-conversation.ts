/** Opens a conversation of the service. The service authorises the caller by key and signature before it calls this. */
import "server-only";
import type { UmsConversation } from "../../../contracts/ums/ums-chat.ts";
import { db } from "../../client.ts";
import { storableText } from "../../storable-json.ts";
import { idOf } from "./id-of-key.ts";

/** @param key of the call: the same one, sent again, opens nothing more */
export async function openConversation(
  title: string | null,
  key: string | null = null,
): Promise<UmsConversation> {
  const id = idOf(key);
  const row = await db().umsConversation.upsert({
    where: { id },
    create: { id, title: title === null ? null : storableText(title) },
    update: {},
    select: { id: true, title: true, createdAt: true, updatedAt: true },
  });
  return {
    id: row.id,
    title: row.title,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
