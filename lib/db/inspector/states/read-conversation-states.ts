/** Hidden state around one run of a conversation, with the sizes of all versions. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { AppError } from "../../../errors/app-error.ts";
import { readConversationPart } from "../record-conversation-read.ts";
import { readStateSizes, type StoredStateSize } from "./read-state-sizes.ts";
import { readStates, type StoredStateVersion } from "./read-states.ts";

export type StoredRunStates = {
  running: boolean;
  states: StoredStateVersion[];
  sizes: StoredStateSize[];
};

/** @throws AppError `forbidden`; `not-found` if the conversation has no such run */
export function readConversationStates(
  actor: Actor,
  conversationId: string,
  runId: string,
): Promise<StoredRunStates> {
  return readConversationPart(actor, conversationId, { part: "states", runId }, async (tx) => {
    const run = await tx
      .selectFrom("run")
      .select("status")
      .where("id", "=", runId)
      .where("conversation_id", "=", conversationId)
      .executeTakeFirst();
    if (!run) throw new AppError("not-found");
    const states = await readStates(tx, runId);
    const sizes = await readStateSizes(tx, conversationId, runId);
    return { running: run.status === "running", states, sizes };
  });
}
