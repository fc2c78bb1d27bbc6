/** Locks one's own conversation where no answer is being written, so that none begins before a change is stored. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { AppError } from "../../errors/app-error.ts";
import type { DatabaseTransaction } from "../client.ts";

/** @throws AppError `not-found`, `run-active` */
export async function lockIdleConversation(
  transaction: DatabaseTransaction,
  actor: Actor,
  conversationId: string,
): Promise<void> {
  const owned = await transaction
    .selectFrom("conversation")
    .select("id")
    .where("id", "=", conversationId)
    .where("user_id", "=", actor.userId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!owned) throw new AppError("not-found");
  const running = await transaction
    .selectFrom("run")
    .select("id")
    .where("conversation_id", "=", conversationId)
    .where("status", "=", "running")
    .executeTakeFirst();
  if (running) throw new AppError("run-active");
}
