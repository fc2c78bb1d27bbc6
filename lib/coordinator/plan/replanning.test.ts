/** Recorded revisions of a plan: after a failed step, and after a handed-over task. */

import { describe, expect, it } from "vitest";
import { readMarked } from "../../contracts/model/marked-data.ts";
import { storePolicy } from "../../db/testing/store-policy.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { modelControl, newTalk, type TakenTurn } from "../testing/take-turns.ts";

provideUms();
const [firstPerson] = seedPeople();
if (!firstPerson) throw new Error("there are no seed people");

const TWO_STEPS = "list the users and calculate 17 * 23";
/** The first step's objective in the demo model's wording. */
const LIST = "List the users.";

/** A call is one attempt here, and one without a stream. */
const failing = (calls: number) =>
  modelControl().queue({ scenario: "error-500", match: LIST, times: 2 * calls });
const plans = (turn: TakenTurn) => turn.of("plan.made").map(({ plan }) => plan);
const ids = (turn: TakenTurn) => plans(turn).map(({ steps }) => steps.map(({ id }) => id));
const statuses = (turn: TakenTurn) =>
  turn
    .of("execution.recorded")
    .filter(({ execution }) => execution.type !== "tool")
    .map(({ execution: { planStepId, status } }) => [planStepId, status]);
const planningCalls = (turn: TakenTurn) => turn.prompts.filter(({ by }) => by === "planning");

describe("a step that fails in a plan of several", () => {
  it("causes a revision with the outcomes so far, and the turn succeeds", async () => {
    await failing(1);
    const turn = await (await newTalk()).say(TWO_STEPS);
    expect(turn.result.ending).toBe("complete");
    expect(turn.answer).toContain(firstPerson.name);
    expect(turn.answer).toContain("391");
    const [first, second, ...others] = plans(turn);
    expect(others).toEqual([]);
    expect([first?.revision, second?.revision]).toEqual([0, 1]);
    // Started steps stay; the others are planned again under new ids.
    expect(ids(turn)).toEqual([
      ["s1", "s1.1", "s2", "s2.1", "compose"],
      ["s1", "s3", "s3.1", "s4", "s4.1", "compose"],
    ]);
    expect(turn.of("plan.frozen").map(({ revision }) => revision)).toEqual([0, 1]);
    expect(statuses(turn)).toEqual([
      ["s1", "failed"],
      ["s3", "ok"],
      ["s4", "ok"],
      ["compose", "ok"],
    ]);
    // The active plan is scored: one failure, and dropped steps do not count as missing.
    expect(turn.result.deviation?.score).toBeCloseTo(1 / 12);
    expect(turn.result.deviation?.detail).toMatchObject({ plan: { revision: 1 } });
  });

  it("reaches the planning call as ids and codes, without any message text", async () => {
    await failing(1);
    const turn = await (await newTalk()).say(TWO_STEPS);
    const [, again] = planningCalls(turn);
    const told = again?.messages.at(-2)?.content ?? "";
    expect(told).toContain('"status":"failed","reason":"model-unavailable"');
    expect(told).toContain('"status":"not-begun"');
    expect(again?.text).not.toContain(firstPerson.name);
    const noted = turn.of("run.noted").find(({ code }) => code === "planned-again");
    expect(noted?.detail).toMatch(/^What became of your plan so far/);
    expect(readMarked(told)).toEqual([{ isData: true, text: noted?.detail }]);
    expect(again?.messages.at(-1)?.content).toMatch(/^Plan again/);
    expect(planningCalls(turn)).toHaveLength(2);
  });

  it("is given up after the second failure: the rest runs, and the person is told what is missing", async () => {
    await failing(2);
    const turn = await (await newTalk()).say(TWO_STEPS);
    expect(plans(turn).map(({ revision }) => revision)).toEqual([0, 1, 2]);
    expect(plans(turn).at(-1)?.undone).toEqual([LIST]);
    expect(turn.result.ending).toBe("complete");
    expect(turn.answer).toContain("391");
    expect(turn.answer).toMatch(/missing here:\s+- List the users\./);
  });

  it("is described to the person by its objective, never by its agent", async () => {
    await modelControl().queue({ scenario: "error-500", match: "Find the user Zqab.", times: 4 });
    const turn = await (await newTalk()).say("find the user Zqab and calculate 17 * 23");
    expect(turn.answer).toContain("391");
    expect(turn.answer).toContain("- Find the user Zqab.");
    expect(turn.answer).not.toMatch(/\bs\d\b|step|agent|users\b/);
    expect(turn.of("plan.frozen").map(({ revision }) => revision)).toEqual([0, 1, 2]);
  });

  it("is replanned at most twice; then the turn ends with the failure", async () => {
    await failing(3);
    const step = { agent: "users", objective: LIST, tools: [] };
    const stubborn = { reason: "Again.", mentions: { person: null, place: null }, steps: [step] };
    const text = JSON.stringify({ ...stubborn, undone: [] });
    await modelControl().queue({
      scenario: "scripted",
      structured: true,
      match: "Plan again",
      replies: [{ text }, { text }, { text }],
    });
    const turn = await (await newTalk()).say(TWO_STEPS);
    await modelControl().clear("Plan again");
    expect(plans(turn).map(({ revision }) => revision)).toEqual([0, 1, 2]);
    expect(turn.result).toMatchObject({ ending: "failed", reason: "model-unavailable" });
  });

  it("ends the turn if no revision can be made", async () => {
    await failing(1);
    await modelControl().queue({
      scenario: "scripted",
      structured: true,
      match: "Plan again",
      replies: [{ text: "Hm." }],
    });
    await modelControl().queue({
      scenario: "scripted",
      structured: true,
      match: "cannot be used",
      replies: [{ text: "Hm." }],
    });
    const turn = await (await newTalk()).say(TWO_STEPS);
    expect(plans(turn)).toHaveLength(1);
    expect(turn.of("plan.refused")).toHaveLength(2);
    expect(turn.result).toMatchObject({ ending: "failed", reason: "model-unavailable" });
  });

  it("is not replanned if it is the only step, and costs no further call", async () => {
    await modelControl().queue({ scenario: "error-500", match: "list users", times: 9 });
    const turn = await (await newTalk()).say("list users");
    await modelControl().clear("list users");
    expect(plans(turn)).toHaveLength(1);
    expect(planningCalls(turn)).toHaveLength(1);
    expect(turn.result.ending).toBe("failed");
  });
});

describe("a step that asks the person in a plan of several", () => {
  it("is no failure: its question is the answer, and nothing is replanned", async () => {
    const talk = await newTalk();
    await talk.say("list users");
    const turn = await talk.say("delete the first one and calculate 17 * 23");
    expect(turn.of("approval.requested")).toHaveLength(1);
    // The answer names the later steps, which wait for the same decision.
    expect(turn.answer).toMatch(/not done yet; .*:\s+- Calculate 17 \* 23\./);
    const [question] = turn.answer.split("\n");
    expect(question).toBe(`Delete ${firstPerson.name} (${firstPerson.email})?`);
    expect(plans(turn)).toHaveLength(1);
  });
});

describe("a step that policy denies in a plan of several", () => {
  const NO_USERS = `@reason("no directory today")
forbid (principal, action == Action::"ask:users", resource);`;

  it("is not retried; the rest runs, and the denial is recorded", async () => {
    const draft = { name: "of-replanning", mode: "enforce" as const, text: NO_USERS };
    await storePolicy({ ...draft, enabled: true });
    const turn = await (await newTalk()).say(TWO_STEPS);
    await storePolicy({ ...draft, enabled: false });
    expect(statuses(turn)).toEqual([
      ["s1", "denied"],
      ["s3", "ok"],
      ["compose", "ok"],
    ]);
    expect(turn.answer).toContain("391");
    expect(turn.answer).toContain("missing here");
    const { detail } = turn.result.deviation ?? {};
    const denied = expect.objectContaining({ kind: "denied", severity: "alert", stepId: "s1" });
    expect(detail).toMatchObject({ findings: expect.arrayContaining([denied]) });
  });
});

describe("a task that is handed over", () => {
  const WORDS = "Young people, or what is the capital of France?";
  const reply = { toolCalls: [{ name: "hand_over", arguments: { reason: "a capital" } }] };

  it("goes to another agent by a recorded revision, and only that agent's text is shown", async () => {
    const talk = await newTalk();
    await talk.say("I need a brief for a mobile app");
    const misrouted = { agent: "concierge", objective: "Take it in.", tools: [] };
    const plan = { reason: "It belongs to it.", mentions: { person: null, place: null } };
    await modelControl().queue({
      scenario: "scripted",
      structured: true,
      match: WORDS,
      replies: [{ text: JSON.stringify({ ...plan, steps: [misrouted] }) }],
    });
    await modelControl().script(WORDS, [reply, { text: "Paris." }]);
    const turn = await talk.say(WORDS);
    expect(turn.answer).toBe("Paris.");
    expect(turn.of("route.chosen").map(({ agentId }) => agentId)).toEqual(["concierge", "general"]);
    expect(plans(turn).map(({ steps }) => steps.map(({ target }) => target))).toEqual([
      ["concierge"],
      ["concierge", "general"],
    ]);
    const [, again] = planningCalls(turn);
    expect(again?.text).toContain("handed-over");
    expect(again?.messages[0]?.content).not.toContain("- concierge:");
    // The intake still waits for its answer.
    const next = await talk.say("Help people find lost dogs");
    expect(next.of("route.chosen")).toMatchObject([{ agentId: "concierge" }]);
    expect(next.answer).toContain("Who is it for?");
  });

  it("cannot be handed over once the agent has started to answer", async () => {
    const talk = await newTalk();
    await talk.say("I need a brief for a mobile app");
    await modelControl().script("capital", [
      { ...reply, text: "Well," },
      { text: "who is it for?" },
    ]);
    const turn = await talk.say("A capital idea");
    expect(turn.of("plan.made")).toHaveLength(1);
    expect(turn.answer).toBe("Well,\n\nwho is it for?");
  });
});
