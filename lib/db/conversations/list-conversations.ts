import "server-only";
/** The conversations of one person, newest first. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { ConversationList } from "../../contracts/public/conversation.ts";
import { db } from "../client.ts";
import { CONVERSATIONS_LISTED_MAX } from "../limits.ts";

export async function listConversations(actor: Actor): Promise<ConversationList> {
  assertCan(actor, "chat:use");
  const rows = await db().conversation.findMany({
    where: { userId: actor.userId },
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: CONVERSATIONS_LISTED_MAX,
    select: { id: true, title: true, updatedAt: true },
  });
  return {
    conversations: rows.map((row) => ({
      id: row.id,
      title: row.title,
      updatedAt: row.updatedAt.toISOString(),
    })),
  };
}
