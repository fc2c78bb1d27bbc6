/** Conversations are named by a call behind the end of a run, which knows what the person saw and nothing else. */

import { describe, expect, it, onTestFinished } from "vitest";
import { db } from "../db/client.ts";
import { organiseConversations } from "../db/conversations/organise/organise-conversations.ts";
import { readTitleCall } from "../db/inspector/model-calls/read-calls.ts";
import { createPerson } from "../db/testing/turn-fixtures.ts";
import { settings } from "../env/settings.ts";
import { provideUms } from "../ums/testing/provide-ums.ts";
import { nameConversation } from "./name-conversation.ts";
import { modelControl, newTalk, type TakenTurn } from "./testing/take-turns.ts";

provideUms();

const REQUEST = "Give this conversation a title";
const titleOf = ({ conversationId: id }: TakenTurn) =>
  db().conversation.findUniqueOrThrow({ where: { id }, select: { title: true, titleBy: true } });
const callOf = async ({ runId }: TakenTurn) => readTitleCall(await createPerson("admin"), runId);

describe("a conversation", () => {
  it("is named once, by what its person saw, and the call is counted and kept for operators", async () => {
    const talk = await newTalk();
    const turn = await talk.say("What is fibonacci(12)?");
    await nameConversation(turn.runId);
    expect(await titleOf(turn)).toEqual({ title: "Fibonacci(12)", titleBy: "model" });
    const asked = (await modelControl().requests(REQUEST)).filter(({ body }) =>
      JSON.stringify(body).includes("fibonacci(12)"),
    );
    const { messages, tools } = (asked[0] ?? expect.unreachable("it was not asked")).body as {
      messages: { role: string; content: string }[];
      tools?: unknown[];
    };
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages[1]?.content).toBe("What is fibonacci(12)?");
    expect(messages[2]?.content).toBe(turn.answer);
    expect(tools ?? []).toEqual([]);
    const hidden = turn.events.flatMap((event) =>
      event.type === "tool.called" ? [event.tool] : [],
    );
    expect(hidden.length).toBeGreaterThan(0);
    for (const name of hidden) expect(JSON.stringify(messages)).not.toContain(name);
    const call = await callOf(turn);
    expect(call).toMatchObject({ outcome: "titled", reason: null });
    expect(call?.manifest.memoryPolicy).toBe("visible-turns");
    expect(call?.manifest.segments.map(({ kind }) => kind)).toEqual([
      "system-prompt",
      "visible-turn",
      "visible-turn",
      "system-prompt",
    ]);
    const where = { userId: talk.actor.userId, agentId: "titles" };
    const spent = await db().spending.findFirstOrThrow({ where });
    expect(spent).toMatchObject({ calls: 1, inputTokens: BigInt(call?.inputTokens ?? 0) });
    expect(call?.inputTokens).toBeGreaterThan(0);
    const next = await talk.say("And of 13?");
    await nameConversation(next.runId);
    expect(await callOf(next)).toBeNull();
  });

  it("keeps its first line where no call may hold an earlier turn", async () => {
    settings().MEMORY_POLICY = "context-state";
    onTestFinished(() => {
      settings().MEMORY_POLICY = "declared";
    });
    const talk = await newTalk();
    const turn = await talk.say("What is fibonacci(14)?");
    await nameConversation(turn.runId);
    expect(await titleOf(turn)).toMatchObject({ titleBy: "first-line" });
    expect(await callOf(turn)).toBeNull();
  });

  it("keeps the title that its person gave", async () => {
    const talk = await newTalk();
    const turn = await talk.say("What is fibonacci(11)?");
    const renamed = { to: "renamed", title: "Mine" } as const;
    await modelControl().queue({ scenario: "slow", match: REQUEST, held: true });
    const naming = nameConversation(turn.runId);
    const asked = async () =>
      (await modelControl().requests("fibonacci(11)")).some(({ body }) =>
        JSON.stringify(body).includes(REQUEST),
      );
    await expect.poll(asked).toBe(true);
    await organiseConversations(talk.actor, {
      conversationIds: [turn.conversationId],
      change: renamed,
    });
    await modelControl().release(REQUEST);
    await naming;
    await modelControl().clear(REQUEST);
    expect(await titleOf(turn)).toEqual({ title: "Mine", titleBy: "person" });
    expect(await callOf(turn)).toMatchObject({ outcome: "kept" });
  });

  it.each([
    ["the model fails", { scenario: "error-500", times: 4, match: REQUEST }, "failed"],
    ["the answer is empty", { scenario: "empty", times: 1, match: REQUEST }, "refused"],
    [
      "the answer names a tool",
      { scenario: "scripted", match: REQUEST, replies: [{ text: "Use of python_interpreter" }] },
      "refused",
    ],
  ] as const)("keeps its first line where %s", async (_, order, outcome) => {
    const talk = await newTalk();
    const turn = await talk.say("What is 3 + 4?");
    await modelControl().queue(structuredClone(order) as never);
    await nameConversation(turn.runId);
    await modelControl().clear(REQUEST);
    expect((await titleOf(turn)).titleBy).toBe("first-line");
    expect(await callOf(turn)).toMatchObject({ outcome });
  });

  it("is not named where the answer is not whole", async () => {
    const talk = await newTalk();
    const turn = await talk.say("What is 5 + 4?");
    await db().run.update({ where: { id: turn.runId }, data: { status: "stopped" } });
    await nameConversation(turn.runId);
    expect(await callOf(turn)).toBeNull();
  });
});

describe("what a title's call was made of", () => {
  it("is shown to those alone who may look at runs", async () => {
    const talk = await newTalk();
    const turn = await talk.say("What is 9 + 9?");
    await nameConversation(turn.runId);
    await expect(readTitleCall(await createPerson("user"), turn.runId)).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
