/** Deletes the hidden states of conversations that have been idle for the TTL. */
import "server-only";
import { type Kysely, sql } from "kysely";
import { type Database, kysely } from "../client.ts";

/** @param ttlDays days since the conversation's last turn @returns the number of deleted versions */
export async function expireHiddenStates(
  ttlDays: number,
  executor: Kysely<Database> = kysely(),
): Promise<number> {
  const result = await executor
    .deleteFrom("hidden_state")
    .using("conversation")
    .whereRef("conversation.id", "=", "hidden_state.conversation_id")
    .where("conversation.updated_at", "<", sql<Date>`now() - ${ttlDays}::int * interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("run")
            .select("run.id")
            .whereRef("run.conversation_id", "=", "conversation.id")
            .where("run.status", "=", "running"),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
