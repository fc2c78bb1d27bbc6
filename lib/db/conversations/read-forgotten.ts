/** Up to where the memory of a conversation has expired: its person reads there that nothing before is remembered. */
import "server-only";
import { sql } from "kysely";
import { settings } from "../../env/settings.ts";
import { kysely } from "../client.ts";

/**
 * States are forgotten all at once, after a time without a turn. So what is older than the oldest state by at least that time,
 * or where there is none older than that from now on, was forgotten.
 *
 * @param shown the messages that are read; the database is not asked where all are younger
 * @returns the id of the newest answer that nobody remembers; null where there is none
 */
export async function readForgotten(
  conversationId: string,
  shown: readonly { createdAt: Date }[],
): Promise<string | null> {
  const { HIDDEN_STATE_TTL_DAYS: days } = settings();
  const oldest = Math.min(...shown.map(({ createdAt }) => createdAt.getTime()));
  if (days === 0 || oldest > Date.now() - days * 86_400_000) return null;
  const row = await kysely()
    .selectFrom("message")
    .select("id")
    .where("conversation_id", "=", conversationId)
    .where("role", "=", "assistant")
    .where("superseded_at", "is", null)
    .where(({ selectFrom, fn }) => {
      const first = selectFrom("hidden_state")
        .select(fn.min("created_at").as("at"))
        .where("hidden_state.conversation_id", "=", conversationId);
      return sql<boolean>`created_at <= coalesce(${first}, now()) - ${days}::int * interval '1 day'`;
    })
    .orderBy("ordinal", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
