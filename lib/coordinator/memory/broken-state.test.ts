/** Corrupted hidden state: the next turn works, shows no alarming text, and records the finding. */
import { describe, expect, it } from "vitest";
import { db } from "../../db/client.ts";
import type { Prisma } from "../../db/generated/client.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk, type TakenTurn, type Talk } from "../testing/take-turns.ts";

provideUms();

const ALARMING = /error|wrong|corrupt|broken|invalid|state|memory|lost|sorry|unavailable|fail/i;

type Garbage = [name: string, state: Prisma.InputJsonValue];
const GARBAGE: Garbage[] = [
  ["text", "garbage"],
  ["a list", [1, 2, 3]],
  ["another shape", { is_gpa: "maybe", gpa_messages: 7, context_state: null, schema: 3 }],
];

async function corrupt(talk: Talk, agentId: string, state: Prisma.InputJsonValue) {
  const where = { conversationId: talk.conversationId(), agentId };
  const { count } = await db().hiddenState.updateMany({ where, data: { state } });
  expect(count).toBeGreaterThan(0);
}

/** Expects a recorded finding, a quarantined row with its reason, and a valid new version. */
async function expectSetAside(talk: Talk, turn: TakenTurn, agentId: string) {
  const loaded = turn.of("state.loaded").filter((event) => event.agentId === agentId);
  expect(loaded).toMatchObject([{ finding: expect.stringMatching(/./) }]);
  const rows = await db().hiddenState.findMany({
    where: { conversationId: talk.conversationId(), agentId },
    orderBy: { version: "desc" },
  });
  const [newest, before] = rows;
  expect(before).toMatchObject({ quarantinedReason: loaded[0]?.finding });
  expect(newest).toMatchObject({ quarantinedAt: null, runId: turn.runId });
  expect(turn.answer).not.toMatch(ALARMING);
  expect(turn.result.ending).toBe("complete");
}

describe.each(GARBAGE)("with %s in the place of its state", (_name, garbage) => {
  it("the general agent rebuilds from its own visible turns only", async () => {
    const talk = await newTalk();
    await talk.say("calculate fibonacci(10)");
    await talk.say("List users. Kumquat.");
    await corrupt(talk, "general", garbage);
    const turn = await talk.say("What is 17 * 23?");
    expect(turn.answer).toContain("391");
    await expectSetAside(talk, turn, "general");
    const [prompt] = turn.prompts.filter(({ by }) => by === "general");
    expect(prompt?.text).toContain("calculate fibonacci(10)");
    expect(prompt?.text).not.toContain("Kumquat");
    const next = await talk.say("now the same for 4 * 4");
    expect(next.of("state.loaded").map(({ finding }) => finding)).toEqual([null, null]);
  });

  it("the users agent opens a new conversation", async () => {
    const talk = await newTalk();
    const before = await talk.say("list users");
    await corrupt(talk, "users", garbage);
    const turn = await talk.say("list users");
    expect(turn.answer).toBe(before.answer);
    await expectSetAside(talk, turn, "users");
  });

  it("the concierge replays its deltas and repeats no question", async () => {
    const talk = await newTalk();
    await talk.say("I need a brief for a mobile app");
    await talk.say("Help people find lost dogs");
    await corrupt(talk, "concierge", garbage);
    const turn = await talk.say("Dog owners in big cities");
    expect(turn.answer).toContain("Where should it run?");
    await expectSetAside(talk, turn, "concierge");
    expect(turn.of("run.noted")).toMatchObject([{ detail: "replayed from its deltas" }]);
    const where = { conversationId: talk.conversationId(), agentId: "concierge" };
    const state = await db().hiddenState.findFirst({ where, orderBy: { version: "desc" } });
    expect(state?.state).toMatchObject({
      context_state: {
        answers: { goal: expect.stringMatching(/lost dogs/i), audience: expect.any(String) },
        questions_asked: ["goal", "audience", "platform"],
      },
    });
  });

  it("the coordinator starts from an empty state", async () => {
    const talk = await newTalk();
    await talk.say("list users");
    await corrupt(talk, "coordinator", garbage);
    const turn = await talk.say("What is 17 * 23?");
    expect(turn.answer).toContain("391");
    await expectSetAside(talk, turn, "coordinator");
    const next = await talk.say("now the same for 4 * 4");
    expect(next.of("route.chosen")).toMatchObject([{ likely: "general", agentId: "general" }]);
  });
});
