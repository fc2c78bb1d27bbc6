/** Shows another version of a message: the messages before it, it, and the path behind it that was shown last. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { AppError } from "../../errors/app-error.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { lockIdleConversation } from "./lock-idle-conversation.ts";

export type ChosenVersion = { conversationId: string; messageId: string };

/**
 * The choice is stored, so it holds after a reload and in other tabs, and the next turn goes on from it.
 * @throws AppError `not-found` (no such message of this actor's), `run-active` while an answer is being written
 */
export function chooseVersion(
  actor: Actor,
  { conversationId, messageId }: ChosenVersion,
): Promise<void> {
  assertCan(actor, "chat:use");
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await lockIdleConversation(transaction, actor, conversationId);
      const known = await transaction
        .selectFrom("message")
        .select("id")
        .where("id", "=", messageId)
        .where("conversation_id", "=", conversationId)
        .where("continued_at", "is", null)
        .executeTakeFirst();
      if (!known) throw new AppError("not-found");
      await showPath(transaction, { conversationId, messageId });
    });
}

/**
 * Behind the message, the child that was set aside last is the one that was shown last: a whole branch is set aside at
 * one time.
 */
async function showPath(
  transaction: DatabaseTransaction,
  { conversationId, messageId }: ChosenVersion,
): Promise<void> {
  await sql`
    WITH RECURSIVE before AS (
      SELECT id, parent_id FROM message WHERE id = ${messageId}::uuid
      UNION ALL
      SELECT parent.id, parent.parent_id FROM message AS parent JOIN before ON parent.id = before.parent_id
    ), behind AS (
      SELECT ${messageId}::uuid AS id
      UNION ALL
      SELECT next.id FROM behind CROSS JOIN LATERAL (
        SELECT child.id FROM message AS child WHERE child.parent_id = behind.id AND child.continued_at IS NULL
        ORDER BY child.superseded_at DESC NULLS FIRST, child.branch DESC LIMIT 1) AS next
    ), path AS (SELECT id FROM before UNION SELECT id FROM behind)
    UPDATE message SET superseded_at = CASE WHEN message.superseded_at IS NULL THEN now() END
    WHERE conversation_id = ${conversationId}::uuid
      AND (message.superseded_at IS NOT NULL) = (message.id IN (SELECT id FROM path))`.execute(
    transaction,
  );
}
