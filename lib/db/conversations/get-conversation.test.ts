import { describe, expect, it } from "vitest";
import { db } from "../client.ts";
import { createPerson, newTurn, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { createTurn } from "../turns/create-turn.ts";
import { getConversation } from "./get-conversation.ts";

provideTestDatabase();

describe("getConversation", () => {
  it("gives the run of an answer that was read just before the run ended", async () => {
    const actor = await createPerson();
    const begun = await createTurn(actor, newTurn({}));
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    const { runId, conversationId } = begun.turn;
    // The race: messages are read before the end of the run, runs after it.
    await db().run.update({ where: { id: runId }, data: { status: "complete" } });
    const { messages } = await getConversation(actor, conversationId);
    expect(messages.at(-1)).toMatchObject({ content: "", ending: null, liveRunId: runId });
  });
});
