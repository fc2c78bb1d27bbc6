import "server-only";
/** Opens a conversation of the service. The service authorises the caller by key and signature before it calls this. */
import { randomUUID } from "node:crypto";
import type { UmsConversation } from "../../../contracts/ums/ums-chat.ts";
import { db } from "../../client.ts";
import { storableText } from "../../storable-json.ts";

export async function openConversation(title: string | null): Promise<UmsConversation> {
  const row = await db().umsConversation.create({
    data: { id: randomUUID(), title: title === null ? null : storableText(title) },
    select: { id: true, title: true, createdAt: true, updatedAt: true },
  });
  return {
    id: row.id,
    title: row.title,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
