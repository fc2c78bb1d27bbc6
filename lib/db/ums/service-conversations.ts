/** Conversations of the service: their last exchanges, a new one, and one that goes on from another. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { v5 as derivedId } from "uuid";
import type { UmsConversation } from "../../contracts/ums/ums-chat.ts";
import { db, kysely } from "../client.ts";
import { storableText } from "../storable-json.ts";

const CALLS = "5f0c7c56-6a4b-4b5e-9f0a-6f2f6f8f3d10";

/**
 * Loads the last whole exchanges. Each starts with its `user` message.
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

/**
 * Opens a conversation of the service. The service authorises the caller by key and signature before it calls this.
 * @param key of the call: the same one, sent again, opens nothing more
 */
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

/**
 * Begins a conversation of the service with the messages of another one. One statement.
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
        .columns(["conversation_id", "ordinal", "message", "created_at", "run_id"])
        .expression(({ selectFrom }) =>
          selectFrom(["ums_message", "forked"])
            .select(["forked.id", "ums_message.ordinal", "ums_message.message"])
            .select(["ums_message.created_at", "ums_message.run_id"])
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

/**
 * The id of what a call makes, a conversation or a question: the same call, sent again, means the same one.
 */
export function idOf(key: string | null): string {
  return key === null ? randomUUID() : derivedId(key, CALLS);
}
