/** Erases the conversations that their person deleted, once the time for Undo is over, and temporary ones that ended. */
import "server-only";
import { sql } from "kysely";
import { UNDO_MS } from "../../../contracts/limits.ts";
import { writeTombstones } from "../../audit/anchor/write-tombstones.ts";
import { kysely } from "../../client.ts";
import { eraseConversationRows } from "../../erasure/erase-conversation-rows.ts";
import { DELETED_PER_SWEEP, UNDO_MARGIN_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { readDeletion, tellEditedConversation } from "./own-deletions.ts";

/**
 * One in which an answer is still being written waits for the next call. One of which the trail does not say that somebody deleted
 * it is a finding.
 * @returns the ids of the erased ones
 */
export async function eraseDeleted(): Promise<string[]> {
  const due = await kysely()
    .selectFrom("conversation")
    .select(["id", "deleted_at", "expires_at"])
    .where("deleted_at", "<", fromNow(-UNDO_MS - UNDO_MARGIN_MS))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("audit_event")
          .select("audit_event.id")
          .where("target", "=", sql<string>`'conversation:' || ${sql.ref("conversation.id")}`)
          .where("action", "=", "conversation.deleted"),
      ),
    )
    .orderBy("deleted_at")
    .limit(DELETED_PER_SWEEP)
    .execute();
  const erased: string[] = [];
  for (const { id, deleted_at: deletedAt, expires_at } of due) {
    const deletion = deletedAt && (await readDeletion(id, deletedAt));
    if (!deletion) {
      await tellEditedConversation(id);
      continue;
    }
    const rule = expires_at === null ? "person" : "temporary";
    await kysely()
      .transaction()
      .execute(async (transaction) => {
        const erasing = { rule, actorId: deletion.actor_id } as const;
        const done = await eraseConversationRows(transaction, id, erasing);
        if (!done.ok) return;
        await writeTombstones([done.tombstone]);
        erased.push(id);
      });
  }
  return erased;
}
