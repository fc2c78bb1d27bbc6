/** What a step of a plan reads: its own task, and the results of the steps that it names. */
import { describe, expect, it } from "vitest";
import { db } from "../../db/client.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { settings } from "../../env/settings.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { modelControl, newTalk, type TakenTurn } from "../testing/take-turns.ts";

provideUms();
const [firstPerson] = seedPeople();
if (!firstPerson) throw new Error("there are no seed people");

const needsOf = (turn: TakenTurn) =>
  turn
    .of("plan.made")[0]
    ?.plan.steps.flatMap(({ type, needs }) => (type === "agent" ? [needs] : []));
const generalPrompts = (turn: TakenTurn) => turn.prompts.filter(({ by }) => by === "general");

/** The model plans these steps for `text`. */
async function plan(text: string, steps: { agent: string; objective: string; needs?: string[] }[]) {
  const planned = steps.map((step) => ({ ...step, tools: [] }));
  await modelControl().queue({
    scenario: "scripted",
    structured: true,
    match: text,
    replies: [{ text: JSON.stringify({ reason: "Because.", steps: planned }) }],
  });
}

describe("a step of a plan", () => {
  it("does not get the result of a step that it does not need", async () => {
    const turn = await (await newTalk()).say(
      `find the user ${firstPerson.name} and calculate 17 * 23`,
    );
    expect(needsOf(turn)).toEqual([[], []]);
    expect(turn.answer).toContain("391");
    const last = generalPrompts(turn).at(-1);
    expect(last?.text).toContain("391");
    for (const { text } of generalPrompts(turn)) expect(text).not.toContain(firstPerson.email);
  });

  it("gets the result of the step that it needs, and its plan says so", async () => {
    const turn = await (await newTalk()).say("list the users and chart how many joined each month");
    expect(needsOf(turn)).toEqual([[], ["s1"]]);
    expect(generalPrompts(turn).at(-1)?.text).toContain("Known so far, from an earlier step");
    const agent = turn.of("hop.started").findLast(({ kind }) => kind === "agent");
    const step = expect.objectContaining({ id: "s2", metadata: { needs: ["s1"] } });
    expect(agent?.envelope).toMatchObject({
      variables: {
        ORCHESTRATOR: {
          orchestrator_plan: { version: 1, steps: expect.arrayContaining([step]) },
        },
      },
    });
  });

  it("gets all earlier results where the model does not say what it needs", async () => {
    const text = "users and sums, unsaid";
    await plan(text, [
      { agent: "users", objective: `Find ${firstPerson.name}.` },
      { agent: "general", objective: "Calculate 17 * 23." },
    ]);
    const turn = await (await newTalk()).say(text);
    expect(generalPrompts(turn).at(-1)?.text).toContain("Known so far, from an earlier step");
  });

  it("may need only a step before it: another plan is asked for", async () => {
    const text = "sums that look ahead";
    await plan(text, [
      { agent: "general", objective: "Calculate 2 + 2.", needs: ["s2"] },
      { agent: "users", objective: "List the users.", needs: [] },
    ]);
    const turn = await (await newTalk()).say(text);
    expect(turn.of("plan.refused")).toMatchObject([
      { reason: "step s1 needs what is no step before it" },
    ]);
  });
});

describe("an agent with a part of the message", () => {
  it("remembers the person's words and its own part apart", async () => {
    const talk = await newTalk();
    const words = "calculate 17 * 23 and then list the users";
    await talk.say(words);
    const stored = await db().hiddenState.findFirstOrThrow({
      where: { conversationId: talk.conversationId(), agentId: "general" },
    });
    const task = "Calculate 17 * 23.";
    const part = { role: "user", content: words, task, typed: words, origin: "model@person" };
    expect(stored.state).toMatchObject({
      gpa_messages: { tool_call_history: expect.arrayContaining([part]) },
    });
    const later = await talk.say("calculate 4 * 4");
    const asked = generalPrompts(later)[0]?.messages.filter(({ role }) => role === "user");
    expect(asked?.map(({ content }) => content)).toEqual([
      words,
      "Your part of this: Calculate 17 * 23.",
      "calculate 4 * 4",
    ]);
    expect(later.answer).toContain("16");
  });
});

describe("where the deployment shares nothing", () => {
  it("names that it collected while it shared them are cleared by a recorded delta", async () => {
    const talk = await newTalk();
    const given = settings().SHARED_CONTEXT;
    Object.assign(settings(), { SHARED_CONTEXT: true });
    await talk.say(`find the user ${firstPerson.name}`);
    Object.assign(settings(), { SHARED_CONTEXT: given });
    const newest = () =>
      db().hiddenState.findFirstOrThrow({
        where: { conversationId: talk.conversationId(), agentId: "coordinator" },
        orderBy: { version: "desc" },
      });
    expect(JSON.stringify((await newest()).state)).toContain(firstPerson.name);
    const turn = await talk.say("calculate 17 * 23");
    for (const { text } of turn.prompts.filter(({ by }) => by === "planning"))
      expect(text).not.toContain(firstPerson.name);
    expect((await newest()).state).toMatchObject({
      context_state: { shared_context: { last_person: null, last_place: null } },
    });
    expect(turn.of("context.changed").flatMap(({ paths }) => paths)).toContain(
      "/shared_context/last_person",
    );
    const after = await talk.say("calculate 1 + 1");
    const paths = after.of("context.changed").flatMap((changed) => changed.paths);
    expect(paths.filter((path) => path.startsWith("/shared_context"))).toEqual([]);
  });

  it("no mention is asked for, collected or stored", async () => {
    const talk = await newTalk();
    const turn = await talk.say(`find the user ${firstPerson.name}`);
    const planning = turn.prompts.find(({ by }) => by === "planning");
    expect(planning?.text).not.toContain("mentions");
    const stored = await db().hiddenState.findFirstOrThrow({
      where: { conversationId: talk.conversationId(), agentId: "coordinator" },
      orderBy: { version: "desc" },
    });
    expect(stored.state).toMatchObject({
      context_state: {
        shared_context: { last_person: null, last_place: null, last_file: null },
      },
    });
    expect(JSON.stringify(stored.state)).not.toContain(firstPerson.name);
  });
});
