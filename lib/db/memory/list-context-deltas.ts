/** The recorded changes of an agent's context state on the path of one of the actor's conversations, in order. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { db } from "../client.ts";

export type RecordedDelta = { patch: unknown; beforeSha256: string; afterSha256: string };

export async function listContextDeltas(
  actor: Actor,
  conversationId: string,
  agentId: string,
): Promise<RecordedDelta[]> {
  assertCan(actor, "chat:use");
  return db().contextDelta.findMany({
    where: {
      conversationId,
      agentId,
      conversation: { userId: actor.userId },
      message: { supersededAt: null },
    },
    orderBy: { ordinal: "asc" },
    select: { patch: true, beforeSha256: true, afterSha256: true },
  });
}
