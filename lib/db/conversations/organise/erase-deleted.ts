/** Erases the conversations that their person deleted, once the time for Undo is over, and temporary ones that ended. */
import "server-only";
import { UNDO_MS } from "../../../contracts/limits.ts";
import { writeTombstones } from "../../audit/anchor/write-tombstones.ts";
import { kysely } from "../../client.ts";
import { eraseConversationRows } from "../../erasure/erase-conversation-rows.ts";
import { DELETED_PER_SWEEP, UNDO_MARGIN_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";

/** One in which an answer is still being written waits for the next call. @returns the ids of the erased ones */
export async function eraseDeleted(): Promise<string[]> {
  const due = await kysely()
    .selectFrom("conversation")
    .select(["id", "user_id", "expires_at"])
    .where("deleted_at", "<", fromNow(-UNDO_MS - UNDO_MARGIN_MS))
    .orderBy("deleted_at")
    .limit(DELETED_PER_SWEEP)
    .execute();
  const erased: string[] = [];
  for (const { id, user_id: actorId, expires_at } of due) {
    const rule = expires_at === null ? "person" : "temporary";
    await kysely()
      .transaction()
      .execute(async (transaction) => {
        const done = await eraseConversationRows(transaction, id, { rule, actorId });
        if (!done.ok) return;
        await writeTombstones([done.tombstone]);
        erased.push(id);
      });
  }
  return erased;
}
