/** Forgets what one run said, in whichever conversation of the service. */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../client.ts";

/**
 * Messages keep their positions, which other branches name, without what was said. Those of this conversation that name no run are
 * from before any did: nobody can say whose they are, so they go, too. A question that the run asked waits no more.
 * @returns false where there is no such conversation
 */
export async function forgetRun(conversationId: string, runId: string): Promise<boolean> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const known = await transaction
        .selectFrom("ums_conversation")
        .select("id")
        .where("id", "=", conversationId)
        .forUpdate()
        .executeTakeFirst();
      if (!known) return false;
      await transaction
        .updateTable("ums_message")
        .set({ message: sql`'null'::jsonb` })
        .where(({ or, and, eb }) =>
          or([
            eb("run_id", "=", runId),
            and([eb("conversation_id", "=", conversationId), eb("run_id", "is", null)]),
          ]),
        )
        .execute();
      await transaction
        .updateTable("ums_conversation")
        .set({ pending: null, last_key: null })
        .where(({ ref }) => sql<boolean>`split_part(${ref("last_key")}, ':', 1) = ${runId}`)
        .execute();
      return true;
    });
}
