/** Memory isolation of three agents, checked against the requests that the model received. */

import { describe, expect, it } from "vitest";
import { CONCIERGE_CONTEXT } from "../../agents/concierge/concierge-context.ts";
import { concierge as descriptor } from "../../agents/concierge/descriptor.ts";
import { renderConciergeSections } from "../../agents/concierge/render-context.ts";
import { systemPromptOf } from "../../agents/system-prompt.ts";
import { unmark } from "../../agents/testing/unmark.ts";
import { db } from "../../db/client.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { datedPrompt } from "../../prompt/dated-prompt.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { callsIn } from "../testing/read-prompts.ts";
import { newTalk, type TakenTurn } from "../testing/take-turns.ts";

const ums = provideUms();
const [firstPerson] = seedPeople();
if (!firstPerson) throw new Error("there are no seed people");

const of = (turn: TakenTurn, by: TakenTurn["prompts"][number]["by"]) =>
  turn.prompts.filter((prompt) => prompt.by === by);
const agentOf = (turn: TakenTurn) => turn.of("route.chosen").map(({ agentId }) => agentId);
const umsId = async (conversationId: string) => {
  const where = { conversationId, agentId: "users" };
  const rows = await db().hiddenState.findMany({ where, orderBy: { version: "asc" } });
  return rows.map(({ state }) => (state as { ums_conversation_id: string }).ums_conversation_id);
};

describe("one conversation of three agents", () => {
  it("gives each agent its own memory and no text of another agent's", async () => {
    const talk = await newTalk();
    const calculated = await talk.say("What is fibonacci(10)? Heliotrope.");
    const listed = await talk.say("List users. Kumquat.");
    const briefed = await talk.say("I need a brief for a mobile app. Quokka sends greetings.");
    const answered = await talk.say("Help people find lost dogs");
    const again = await talk.say("calculate 17 * 23");
    expect([calculated, listed, briefed, answered, again].map(agentOf)).toEqual([
      ["general"],
      ["users"],
      ["concierge"],
      ["concierge"],
      ["general"],
    ]);
    expect(listed.answer).toContain(firstPerson.name);
    expect(of(listed, "other").at(-1)?.text).toContain("Kumquat");

    const [general] = of(again, "general");
    expect(general && callsIn(general)).toEqual([{ tool: "python_interpreter", result: "55" }]);
    expect(general?.text).toContain("Heliotrope");
    const foreign = ["Kumquat", firstPerson.name, "List users", "Quokka", "Gladly", "lost dogs"];
    for (const word of foreign) expect(general?.text).not.toContain(word);

    const [concierge] = of(answered, "concierge");
    const stored = await db().hiddenState.findFirstOrThrow({
      where: { conversationId: talk.conversationId(), agentId: "concierge", version: 1 },
    });
    const { context_state } = stored.state as { context_state: unknown };
    const context = CONCIERGE_CONTEXT.state.parse(context_state);
    expect(concierge?.messages.map(unmark)).toEqual([
      { role: "system", content: datedPrompt(systemPromptOf(descriptor).text, answered.runId) },
      { role: "data", content: renderConciergeSections(context) },
      { role: "user", content: "Help people find lost dogs" },
    ]);
    expect(concierge?.text).toContain("Brief for a mobile app");
    for (const word of ["Quokka", "Gladly", "Heliotrope", "Kumquat", firstPerson.name])
      expect(concierge?.text).not.toContain(word);
  });

  it("plans from the current message and the coordinator's own state, never from earlier turns", async () => {
    const talk = await newTalk();
    await talk.say("What is fibonacci(10)? Heliotrope.");
    await talk.say("List users. Kumquat.");
    const third = await talk.say("I need a brief for a mobile app. Quokka.");
    const fourth = await talk.say("calculate 17 * 23");
    for (const [turn, active] of [
      [third, "users"],
      [fourth, "concierge"],
    ] as const) {
      const [planning, ...others] = of(turn, "planning");
      expect(others).toEqual([]);
      const asked = planning?.messages.map(unmark) ?? [];
      expect(asked.map(({ role }) => role)).toEqual(["system", "data", "user"]);
      const [heading, state, ...more] = asked[1]?.content?.split("\n") ?? [];
      expect([heading, ...more]).toEqual(["## Context state"]);
      const { awaiting, ...known } = JSON.parse(state ?? "");
      expect(known).toEqual({ active_agent: active });
      expect([null, "concierge: an answer about the goal"]).toContain(awaiting);
      for (const word of ["Heliotrope", "Kumquat", firstPerson.name])
        expect(planning?.text).not.toContain(word);
    }
    expect(of(fourth, "planning")[0]?.text).not.toContain("Quokka");
  });

  it("never shows one person's messages to another person's agents", async () => {
    const [one, other] = [await newTalk(), await newTalk()];
    const words = ["What is fibonacci(10)?", "List users.", "I need a brief for a shop."];
    for (const text of words) {
      await one.say(`${text} Nasturtium.`);
      const { prompts } = await other.say(`${text} Periwinkle.`);
      expect(prompts.length).toBeGreaterThan(1);
      for (const prompt of prompts) expect(prompt.text).not.toContain("Nasturtium");
    }
  });
});

describe("the service's conversation", () => {
  const opened = () =>
    ums.server().requests.filter(({ line }) => line === "POST /api/ums/conversations").length;

  it("is opened once for three turns, with another agent in between", async () => {
    const before = opened();
    const talk = await newTalk();
    const turns = [];
    for (const text of ["list users", "and show more", "calculate 17 * 23", "list users"])
      turns.push(await talk.say(text));
    expect(turns.map(agentOf)).toEqual([["users"], ["users"], ["general"], ["users"]]);
    expect(opened() - before).toBe(1);
    expect(new Set(await umsId(talk.conversationId())).size).toBe(1);
  });

  it("is replaced if the service has lost it, and the new one is stored", async () => {
    const talk = await newTalk();
    await talk.say("list users");
    await db().umsConversation.deleteMany();
    const before = opened();
    const second = await talk.say("list users");
    const third = await talk.say("list users");
    expect(opened() - before).toBe(1);
    expect(second.answer).toContain(firstPerson.name);
    expect(third.of("run.noted")).toEqual([]);
    const ids = await umsId(talk.conversationId());
    expect(new Set(ids).size).toBe(2);
    const conversations = await db().umsConversation.findMany({ select: { id: true } });
    expect(conversations).toEqual([{ id: ids[1] }]);
  });
});
