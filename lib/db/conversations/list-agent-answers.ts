import "server-only";
/** Which answers of one's own conversation an agent gave alone: what its memory may be rebuilt from. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { db } from "../client.ts";

/** @returns the run of each answer, by the answer's message id; what several agents composed is nobody's alone */
export async function listAgentAnswers(
  actor: Actor,
  conversationId: string,
  agentId: string,
): Promise<ReadonlyMap<string, string>> {
  assertCan(actor, "chat:use");
  const route = { type: "route.chosen", payload: { path: ["agentId"], equals: agentId } };
  const runs = await db().run.findMany({
    where: { conversationId, userId: actor.userId, events: { some: route } },
    select: { id: true, answerMessageId: true },
  });
  return new Map(runs.map(({ id, answerMessageId }) => [answerMessageId, id]));
}
