/** Adds an exchange to a conversation, and the call that waits for approval, if there is one. One statement. */
import "server-only";
import { type Expression, sql } from "kysely";
import pg from "pg";
import { kysely } from "../client.ts";
import { UNIQUE_VIOLATION } from "../constraint-reasons.ts";
import { SAVE_ATTEMPTS } from "../limits.ts";
import { storableJson } from "../storable-json.ts";

/**
 * @param messages Chat Completions messages, sanitised; at least one
 * @param pending the call that waits for approval, and the decided one; earlier ones are closed
 * @param replacesLast true to replace the last exchange
 * @param key of the call that this exchange answers; null: it had none. Another process may have answered
 *   the same call meanwhile: its exchange is then replaced
 * @param begun `runId`: the caller's run, by which the exchange is forgotten. `yields`: true to leave such an exchange as it is, because whoever called has left. `lastKey`: the key of the last
 *   exchange when this one began: where another run has answered since, this one is late, and nothing is stored
 * @returns the position of the last message; null if the conversation is gone, or this exchange was not stored
 */
export async function saveExchange(...exchange: Exchange): Promise<number | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryToSave(...exchange);
    } catch (error) {
      // Another turn of the conversation was stored in the same moment, and has the next positions.
      const isTaken = error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
      if (!isTaken || attempt === SAVE_ATTEMPTS) throw error;
    }
  }
}

/** What the person has decided since is not asked again. */
function unlessDecided(stored: Expression<unknown>, pending: object | null) {
  const waiting = sql`${pending && storableJson(pending)}::jsonb`;
  return sql`CASE WHEN ${stored}->'taken'->>'approvalId' = ${waiting}->>'approvalId' THEN ${stored} ELSE ${waiting} END`;
}

type Exchange = Parameters<typeof tryToSave>;
type Begun = { yields?: boolean; lastKey?: string | null; runId?: string | null };

async function tryToSave(
  conversationId: string,
  messages: readonly unknown[],
  pending: object | null,
  replacesLast = false,
  key: string | null = null,
  { yields = false, lastKey, runId = null }: Begun = {},
): Promise<number | null> {
  const given = sql<{ message: unknown; place: number }>`
    jsonb_array_elements(${storableJson(messages)}::jsonb) WITH ORDINALITY`.as<"given">(
    sql`given(message, place)`,
  );
  const rows = await kysely()
    .with("before", (db) =>
      db
        .selectFrom("ums_conversation")
        .select("id")
        .select(({ ref }) =>
          sql<boolean>`coalesce(${ref("last_key")} = ${key}::text, false)`.as("is_known"),
        )
        .select(({ ref }) =>
          sql<boolean>`coalesce(${lastKey !== undefined}::boolean AND ${ref("last_key")} IS DISTINCT FROM ${lastKey ?? null}::text
            AND split_part(${ref("last_key")}, ':', 1) <> split_part(${key}::text, ':', 1), false)`.as(
            "is_late",
          ),
        )
        .where("id", "=", conversationId)
        .forUpdate(),
    )
    .with("kept", (db) =>
      db
        .updateTable("ums_conversation")
        .set(({ ref }) => ({
          pending: unlessDecided(ref("pending"), pending),
          last_key: key,
          updated_at: sql<Date>`now()`,
        }))
        .from("before")
        .whereRef("ums_conversation.id", "=", "before.id")
        .where(
          ({ ref }) =>
            sql<boolean>`NOT ${ref("before.is_late")} AND NOT (${ref("before.is_known")} AND ${yields}::boolean)`,
        )
        .returning(["ums_conversation.id", "before.is_known"]),
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
        .where(
          sql<boolean>`EXISTS (SELECT FROM kept WHERE kept.is_known OR ${replacesLast}::boolean)`,
        )
        .where("conversation_id", "=", conversationId)
        .where("ordinal", ">=", ({ selectFrom }) =>
          selectFrom("ums_message as user")
            .select(({ fn }) => fn.max("user.ordinal").as("ordinal"))
            .where("user.conversation_id", "=", conversationId)
            .where(sql<boolean>`"user".message->>'role' = 'user'`),
        ),
    )
    .insertInto("ums_message")
    .columns(["conversation_id", "ordinal", "message", "run_id"])
    .expression(({ selectFrom }) =>
      selectFrom([given, "kept", "last"]).select(({ ref }) => [
        "kept.id",
        sql<number>`${ref("last.ordinal")} + ${ref("given.place")}`.as("ordinal"),
        "given.message",
        sql<string | null>`${runId}::text`.as("run_id"),
      ]),
    )
    .returning("ordinal")
    .execute();
  return rows.length > 0 ? Math.max(...rows.map(({ ordinal }) => ordinal)) : null;
}
