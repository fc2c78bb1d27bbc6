/** Policies inside a turn: the model explains a denial, and the person decides an approval. */
import { describe, expect, it } from "vitest";
import { db } from "../../db/client.ts";
import { storePolicy } from "../../db/testing/store-policy.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { callsIn } from "../testing/read-prompts.ts";
import { modelControl, newTalk, type TakenTurn, type Talk } from "../testing/take-turns.ts";

provideUms();
const [firstPerson] = seedPeople();
if (!firstPerson) throw new Error("there are no seed people");

const save = (text: string, enabled = true) =>
  storePolicy({ name: "of-this-test", mode: "enforce", enabled, text });

const NO_PYTHON = `@reason("no code today")
forbid (principal, action == Action::"call:python_interpreter", resource);`;
const ASK_PYTHON = `@decision("needs_approval")
@reason("code needs a word")
forbid (principal, action == Action::"call:python_interpreter", resource);`;
const NO_CONCIERGE = `@reason("no intake today")
forbid (principal, action == Action::"ask:concierge", resource);`;

const openQuestion = (talk: Talk) =>
  db().approval.findFirstOrThrow({
    where: { conversationId: talk.conversationId(), status: "pending" },
  });
const decide = async (talk: Talk, decision: "approved" | "declined") => {
  const { id, question } = await openQuestion(talk);
  return talk.say(`${decision === "approved" ? "Approve" : "Decline"}: ${question}`, {
    approval: { id, decision },
  });
};
const outcomes = (turn: TakenTurn, action: string) =>
  turn
    .of("policy.decided")
    .filter((body) => body.action.endsWith(action))
    .map(({ decision }) => decision.outcome);

describe("a tool that policy denies", () => {
  it("does not run; the model is told, and the person gets a plain sentence", async () => {
    await save(NO_PYTHON);
    const talk = await newTalk();
    const python = { name: "python_interpreter", arguments: { code: "print(17 * 23)" } };
    const sorry = "I am not allowed to calculate that here.";
    await modelControl().script("17 * 23", [{ toolCalls: [python] }, { text: sorry }]);
    const turn = await talk.say("What is 17 * 23?");
    await save(NO_PYTHON, false);
    expect(outcomes(turn, "python_interpreter")).toEqual(["deny"]);
    expect(turn.of("tool.returned")).toMatchObject([{ outcome: "denied" }]);
    expect(turn.of("execution.recorded")[0]).toMatchObject({ execution: { status: "denied" } });
    const last = turn.prompts.findLast(({ by }) => by === "general");
    expect(last && callsIn(last)[0]?.result).toMatch(/not allowed by policy/);
    expect(turn.result).toMatchObject({ ending: "complete", policyOutcome: "deny" });
    expect(turn.answer).toBe(sorry);
  });

  it("as an agent: the turn ends with a plain sentence, and the agent did nothing", async () => {
    await save(NO_CONCIERGE);
    const talk = await newTalk();
    const turn = await talk.say("I need a brief for a mobile app");
    await save(NO_CONCIERGE, false);
    expect(turn.result).toMatchObject({ ending: "failed", reason: "policy-denied" });
    expect(turn.prompts.map(({ by }) => by)).not.toContain("concierge");
  });
});

describe("a tool that needs approval", () => {
  it("waits, and runs exactly once after the approval", async () => {
    await save(ASK_PYTHON);
    const talk = await newTalk();
    const turn = await talk.say("What is 17 * 23?");
    expect(turn.of("tool.returned")).toEqual([]);
    expect(turn.of("approval.requested")).toHaveLength(1);
    expect(turn.answer).toContain("Shall I go on?");
    expect(turn.answer).not.toMatch(/python_interpreter|print\(/);
    const decided = await decide(talk, "approved");
    await save(ASK_PYTHON, false);
    const [opening] = decided.prompts.filter(({ by }) => by === "general");
    const repeated = { tool: "python_interpreter", result: expect.stringContaining("391") };
    expect(opening && callsIn(opening)).toEqual([repeated]);
    expect(decided.answer).toContain("391");
    expect(decided.of("plan.made")).toMatchObject([{ plan: { source: "person", attempts: 0 } }]);
    expect(decided.of("tool.returned")).toMatchObject([{ outcome: "ok" }]);
    expect(decided.of("route.chosen")).toMatchObject([{ speculation: "off" }]);
  });

  it("does not run if the person declines", async () => {
    await save(ASK_PYTHON);
    const talk = await newTalk();
    await talk.say("What is 17 * 23?");
    const declined = await decide(talk, "declined");
    await save(ASK_PYTHON, false);
    expect(declined.answer).toBe("As you decided, that was not done.");
    expect(declined.of("tool.called")).toEqual([]);
  });

  it("deletes a person only after an approval, by the default policies", async () => {
    const talk = await newTalk();
    await talk.say("list users");
    const asked = await talk.say("delete the first one");
    expect(asked.answer).toContain(firstPerson.name);
    expect(outcomes(asked, "delete_person")).toEqual(["needs_approval"]);
    const email = firstPerson.email;
    expect(await db().umsPerson.count({ where: { email } })).toBe(1);
    const approved = await decide(talk, "approved");
    expect(approved.answer).toContain("is deleted");
    expect(await db().umsPerson.count({ where: { email } })).toBe(0);
    expect(asked.of("deviation.scored")).toMatchObject([{ score: 0 }]);
    expect(approved.of("deviation.scored")).toMatchObject([{ score: 0 }]);
    const again = await talk.say("list users");
    expect(again.answer).not.toContain(email);
  });
});
