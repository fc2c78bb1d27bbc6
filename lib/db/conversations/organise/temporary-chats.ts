/** How a temporary chat stays and ends. The erasure itself is that of what a person deleted (erase-deleted.ts). */
import "server-only";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { UNDO_MS } from "../../../contracts/limits.ts";
import { AppError } from "../../../errors/app-error.ts";
import { isOwnTemporary, type MaybeTemporary } from "../../audit/runs/own-states.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { TEMPORARY_LEFT_MS, TEMPORARY_SILENT_MS, UNDO_MARGIN_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { recordDeletions, tellEditedConversation } from "./own-deletions.ts";

/** @throws AppError `not-found` where it is not a temporary chat of the actor's, or is gone */
export async function keepTemporary(
  { userId, role }: Actor,
  conversationId: string,
  presence: "open" | "left",
): Promise<void> {
  assertCan({ userId, role }, "chat:use");
  const { numUpdatedRows } = await kysely()
    .updateTable("conversation")
    .set({ expires_at: fromNow(presence === "open" ? TEMPORARY_SILENT_MS : TEMPORARY_LEFT_MS) })
    .where("id", "=", conversationId)
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .where("expires_at", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("not-found");
}

/**
 * Gone for its person at once; erased by the next `eraseDeleted`.
 * @returns the runs that are to stop first
 * @throws AppError `not-found` as above, `audit-unavailable`
 */
export function closeTemporary(actor: Actor, conversationId: string): Promise<string[]> {
  assertCan(actor, "chat:use");
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const which = sql<SqlBool>`id = ${conversationId}::uuid AND user_id = ${actor.userId}`;
      const open = await lockOpen(transaction, which);
      const own = open.filter(isOwnTemporary);
      if (own.length === 0) throw new AppError("not-found");
      return close(transaction, actor.userId, own);
    });
}

/**
 * Closes those whose page has gone. What nobody began as a temporary chat stays, and is a finding.
 * @returns the runs that are to stop first
 * @throws AppError `audit-unavailable`
 */
export async function expireTemporary(): Promise<string[]> {
  const { stopping, edited } = await kysely()
    .transaction()
    .execute(async (transaction) => {
      const open = await lockOpen(transaction, sql<SqlBool>`expires_at < now()`);
      const own = open.filter(isOwnTemporary);
      const ids = open.flatMap((one) => (own.includes(one) ? [] : one.id));
      return { stopping: await close(transaction, null, own), edited: ids };
    });
  for (const id of edited) await tellEditedConversation(id);
  return stopping;
}

function lockOpen(
  transaction: DatabaseTransaction,
  which: RawBuilder<SqlBool>,
): Promise<MaybeTemporary[]> {
  return transaction
    .selectFrom("conversation")
    .select(["id", "user_id", "temporary_mac"])
    .where("expires_at", "is not", null)
    .where("deleted_at", "is", null)
    .where(which)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** @param actorId null: the server itself */
async function close(
  transaction: DatabaseTransaction,
  actorId: string | null,
  open: readonly MaybeTemporary[],
): Promise<string[]> {
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const closed = await transaction
    .updateTable("conversation")
    .set({ deleted_at: fromNow(-UNDO_MS - UNDO_MARGIN_MS) })
    .where("id", "in", ids)
    .returning(["id", "user_id", "deleted_at"])
    .execute();
  await recordDeletions(transaction, actorId, closed);
  const stopping = await transaction
    .updateTable("run")
    .set({ stop_requested_at: sql<Date>`coalesce(stop_requested_at, now())` })
    .where("conversation_id", "in", ids)
    .where("status", "=", "running")
    .returning("id")
    .execute();
  return stopping.map(({ id }) => id);
}
