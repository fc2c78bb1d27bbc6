/** How a temporary chat stays and ends. The erasure itself is that of what a person deleted (erase-deleted.ts). */
import "server-only";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { UNDO_MS } from "../../../contracts/limits.ts";
import { AppError } from "../../../errors/app-error.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { TEMPORARY_LEFT_MS, TEMPORARY_SILENT_MS, UNDO_MARGIN_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";

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
 * @throws AppError `not-found` as above
 */
export function closeTemporary(actor: Actor, conversationId: string): Promise<string[]> {
  assertCan(actor, "chat:use");
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const closed = await close(
        transaction,
        sql`id = ${conversationId}::uuid AND user_id = ${actor.userId}`,
      );
      if (closed === null) throw new AppError("not-found");
      return closed;
    });
}

/** Closes those whose page has gone. @returns the runs that are to stop first */
export function expireTemporary(): Promise<string[]> {
  return kysely()
    .transaction()
    .execute(async (transaction) => (await close(transaction, sql`expires_at < now()`)) ?? []);
}

/** @returns null where there is none */
async function close(
  transaction: DatabaseTransaction,
  which: ReturnType<typeof sql>,
): Promise<string[] | null> {
  const closed = await transaction
    .updateTable("conversation")
    .set({ deleted_at: fromNow(-UNDO_MS - UNDO_MARGIN_MS) })
    .where("expires_at", "is not", null)
    .where("deleted_at", "is", null)
    .where(sql<SqlBool>`${which}`)
    .returning("id")
    .execute();
  if (closed.length === 0) return null;
  const ids = closed.map(({ id }) => id);
  const stopping = await transaction
    .updateTable("run")
    .set({ stop_requested_at: sql<Date>`coalesce(stop_requested_at, now())` })
    .where("conversation_id", "in", ids)
    .where("status", "=", "running")
    .returning("id")
    .execute();
  return stopping.map(({ id }) => id);
}
