import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { settings } from "../../env/settings.ts";
import { db } from "../client.ts";
import { applyRetention } from "../erasure/retention/apply-retention.ts";
import { passDaysSince } from "../testing/let-time-pass.ts";
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

describe("after a memory's time to live", () => {
  const DAYS_30 = 30;

  /** A turn whose question, answer and state have these days. */
  async function talked(actor: Actor, conversationId: string | null, daysAgo: number) {
    const begun = await createTurn(actor, newTurn({ conversationId }));
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    const { runId, userMessageId, answerMessageId, ...turn } = begun.turn;
    const at = new Date(Date.now() - daysAgo * 86_400_000);
    await passDaysSince(runId, at);
    await db().message.updateMany({
      where: { id: { in: [userMessageId, answerMessageId] } },
      data: { createdAt: at },
    });
    await db().message.update({ where: { id: answerMessageId }, data: { ending: "complete" } });
    const { conversationId: id } = turn;
    const version = 1 + (await db().hiddenState.count({ where: { conversationId: id } }));
    const state = { version, agentId: "general", state: {}, bytes: 2, createdAt: at };
    const place = { conversationId: turn.conversationId, messageId: answerMessageId };
    await db().hiddenState.create({ data: { id: randomUUID(), ...place, ...state } });
    return { conversationId: turn.conversationId, answerMessageId };
  }

  const forgottenIn = async (actor: Actor, conversationId: string) => {
    const { messages } = await getConversation(actor, conversationId);
    return messages.filter(({ forgotten }) => forgotten).map(({ id }) => id);
  };

  it("the newest answer that is forgotten says so, once, and still does when the talk goes on", async () => {
    const actor = await createPerson();
    const { conversationId } = await talked(actor, null, 41);
    const { answerMessageId } = await talked(actor, conversationId, 40);
    expect(await forgottenIn(actor, conversationId)).toEqual([]);
    const before = await db().message.count({ where: { conversationId } });
    await applyRetention("hidden-state", DAYS_30);
    expect(await forgottenIn(actor, conversationId)).toEqual([answerMessageId]);
    await talked(actor, conversationId, 0);
    await talked(actor, conversationId, 0);
    expect(await forgottenIn(actor, conversationId)).toEqual([answerMessageId]);
    expect(await db().message.count({ where: { conversationId } })).toBe(before + 4);
  });

  it("a talk that never paused for so long, or whose memory stays for good, says nothing", async () => {
    const actor = await createPerson();
    const { conversationId } = await talked(actor, null, 50);
    for (const daysAgo of [35, 20, 5]) await talked(actor, conversationId, daysAgo);
    await applyRetention("hidden-state", DAYS_30);
    expect(await forgottenIn(actor, conversationId)).toEqual([]);
    const old = await talked(actor, null, 50);
    await applyRetention("hidden-state", DAYS_30);
    settings().HIDDEN_STATE_TTL_DAYS = 0;
    onTestFinished(() => {
      settings().HIDDEN_STATE_TTL_DAYS = DAYS_30;
    });
    expect(await forgottenIn(actor, old.conversationId)).toEqual([]);
  });
});
