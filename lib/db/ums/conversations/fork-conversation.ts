/** Begins a conversation of the service with the messages of another one. One statement. */
import "server-only";
import { sql } from "kysely";
import type { UmsConversation } from "../../../contracts/ums/ums-chat.ts";
import { kysely } from "../../client.ts";
import { idOf } from "./id-of-key.ts";

/**
 * A call that waits for approval does not go along: it waits where it was asked.
 * @param position of the last message to take over, as a chat has reported it; 0: none
 * @param key of the call: the same one, sent again, forks nothing more
 * @returns null if there is no such conversation
 */
export async function forkConversation(
  conversationId: string,
  position: number,
  key: string | null = null,
): Promise<UmsConversation | null> {
  const id = idOf(key);
  const row = await kysely()
    .with("forked", (db) =>
      db
        .insertInto("ums_conversation")
        .columns(["id", "title", "forked_from_id", "updated_at"])
        .expression(({ selectFrom }) =>
          selectFrom("ums_conversation")
            .select([
              sql<string>`${id}::uuid`.as("id"),
              "title",
              "id as forked_from_id",
              sql<Date>`now()`.as("updated_at"),
            ])
            .where("id", "=", conversationId),
        )
        .onConflict((conflict) => conflict.column("id").doNothing())
        .returning(["id", "title", "created_at", "updated_at"]),
    )
    .with("copied", (db) =>
      db
        .insertInto("ums_message")
        .columns(["conversation_id", "ordinal", "message", "created_at"])
        .expression(({ selectFrom }) =>
          selectFrom(["ums_message", "forked"])
            .select(["forked.id", "ums_message.ordinal", "ums_message.message"])
            .select("ums_message.created_at")
            .where("ums_message.conversation_id", "=", conversationId)
            .where("ums_message.ordinal", "<=", position),
        ),
    )
    .selectFrom("forked")
    .selectAll()
    .executeTakeFirst();
  const fork = row ?? (key === null ? undefined : await findFork(id));
  if (!fork) return null;
  return {
    id: fork.id,
    title: fork.title,
    created_at: fork.created_at.toISOString(),
    updated_at: fork.updated_at.toISOString(),
  };
}

function findFork(id: string) {
  return kysely()
    .selectFrom("ums_conversation")
    .select(["id", "title", "created_at", "updated_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}
