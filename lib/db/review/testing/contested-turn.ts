/** An answer that its person contests, for tests. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import type { PublicContest } from "../../../contracts/public/review/contest.ts";
import { db } from "../../client.ts";
import { createPerson, newTurn } from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { contestAnswer } from "../contest-answer.ts";

export type EndedTurn = {
  actor: Actor;
  conversationId: string;
  answerMessageId: string;
  runId: string;
};

export async function endedTurn(
  person?: Actor,
  inConversation: string | null = null,
): Promise<EndedTurn> {
  const actor = person ?? (await createPerson());
  const begun = await createTurn(actor, newTurn({ conversationId: inConversation }));
  if (!begun.ok) throw new Error("the turn did not begin");
  const { conversationId, answerMessageId, runId } = begun.turn;
  await db().message.update({ where: { id: answerMessageId }, data: { ending: "complete" } });
  await db().run.update({
    where: { id: runId },
    data: { status: "complete", endedAt: new Date() },
  });
  return { actor, conversationId, answerMessageId, runId };
}

export function contest(turn: EndedTurn, words = ""): Promise<PublicContest> {
  const { actor, answerMessageId } = turn;
  return contestAnswer(actor, { answerMessageId, what: "not-true", words });
}
