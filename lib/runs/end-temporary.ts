/** Ends temporary chats: stops what is being written in them, and erases them. */
import "server-only";
import type { Actor } from "../access/actor.ts";
import { eraseDeleted } from "../db/conversations/organise/erase-deleted.ts";
import { closeTemporary, expireTemporary } from "../db/conversations/organise/temporary-chats.ts";
import { stopAnywhere } from "./stop-run.ts";

/**
 * Where an answer was being written, the sweep erases the chat as soon as that has stopped.
 * @throws AppError `not-found`, `audit-unavailable`
 */
export async function endTemporary(actor: Actor, conversationId: string): Promise<void> {
  for (const runId of await closeTemporary(actor, conversationId)) stopAnywhere(runId);
  await eraseDeleted();
}

/** Ends those whose page has gone. */
export async function endExpired(): Promise<void> {
  for (const runId of await expireTemporary()) stopAnywhere(runId);
}
