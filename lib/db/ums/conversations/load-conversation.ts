/** Loads the last whole exchanges of a service conversation. Each starts with its `user` message. */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../../client.ts";

/**
 * @param exchanges number of newest exchanges, at least 1
 * @returns messages as stored, oldest first, and the key of the newest exchange; null if there is no such conversation
 */
export async function loadConversation(
  id: string,
  exchanges: number,
): Promise<{ messages: unknown[]; lastKey: string | null } | null> {
  const row = await kysely()
    .selectFrom("ums_conversation")
    .select(({ selectFrom, ref }) => {
      // The first message of the oldest exchange to load; absent if there are fewer exchanges.
      const first = selectFrom("ums_message as user")
        .select("user.ordinal")
        .whereRef("user.conversation_id", "=", "ums_conversation.id")
        .where(sql<boolean>`"user".message->>'role' = 'user'`)
        .orderBy("user.ordinal", "desc")
        .offset(exchanges - 1)
        .limit(1);
      return selectFrom("ums_message as m")
        .select((message) =>
          sql<
            unknown[] | null
          >`json_agg(${message.ref("m.message")} ORDER BY ${message.ref("m.ordinal")})`.as(
            "messages",
          ),
        )
        .where("m.conversation_id", "=", ref("ums_conversation.id"))
        .where("m.ordinal", ">=", sql<number>`coalesce(${first}, 0)`)
        .as("messages");
    })
    .select("last_key")
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? { messages: row.messages ?? [], lastKey: row.last_key } : null;
}
