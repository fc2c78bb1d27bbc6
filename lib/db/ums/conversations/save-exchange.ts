import "server-only";
/** Adds an exchange to a conversation, and the call that waits for approval, if there is one. One statement. */
import { sql } from "kysely";
import { kysely } from "../../client.ts";
import { storableJson } from "../../storable-json.ts";

/**
 * @param messages Chat Completions messages, sanitised; at least one
 * @param pending the call that waits for approval, and the decided one; earlier ones are closed
 * @param replacesLast true to replace the last exchange
 * @param key of the call that this exchange answers; null: it had none
 * @returns the position of the last message; null if the conversation is gone
 */
export async function saveExchange(
  conversationId: string,
  messages: readonly unknown[],
  pending: object | null,
  replacesLast = false,
  key: string | null = null,
): Promise<number | null> {
  const given = sql<{ message: unknown; place: number }>`
    jsonb_array_elements(${storableJson(messages)}::jsonb) WITH ORDINALITY`.as<"given">(
    sql`given(message, place)`,
  );
  const rows = await kysely()
    .with("kept", (db) =>
      db
        .updateTable("ums_conversation")
        .set({
          pending: pending && storableJson(pending),
          last_key: key,
          updated_at: sql<Date>`now()`,
        })
        .where("id", "=", conversationId)
        .returning("id"),
    )
    .with("last", (db) =>
      db
        .selectFrom("ums_message")
        .select(({ fn }) => fn.coalesce(fn.max("ordinal"), sql<number>`0`).as("ordinal"))
        .where("conversation_id", "=", conversationId),
    )
    .with("replaced", (db) =>
      db
        .deleteFrom("ums_message")
        .where(sql<boolean>`${replacesLast}::boolean`)
        .where("conversation_id", "=", conversationId)
        .where("ordinal", ">=", ({ selectFrom }) =>
          selectFrom("ums_message as user")
            .select(({ fn }) => fn.max("user.ordinal").as("ordinal"))
            .where("user.conversation_id", "=", conversationId)
            .where(sql<boolean>`"user".message->>'role' = 'user'`),
        ),
    )
    .insertInto("ums_message")
    .columns(["conversation_id", "ordinal", "message"])
    .expression(({ selectFrom }) =>
      selectFrom([given, "kept", "last"]).select(({ ref }) => [
        "kept.id",
        sql<number>`${ref("last.ordinal")} + ${ref("given.place")}`.as("ordinal"),
        "given.message",
      ]),
    )
    .returning("ordinal")
    .execute();
  return rows.length > 0 ? Math.max(...rows.map(({ ordinal }) => ordinal)) : null;
}
