/** A person's own instructions in the inspector: a segment with its digest, readable by whom the rest is, and as sent. */
import { expect, it } from "vitest";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { newTalk, type TakenTurn } from "../../coordinator/testing/take-turns.ts";
import { storePreferences } from "../../db/accounts/preferences.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { readFreely } from "../testing/read-freely.ts";
import { inspectCall } from "./inspect-call.ts";
import { inspectCalls } from "./inspect-calls.ts";

provideUms();
readFreely();

/** Every model call of a turn as this role gets it. */
async function callsAs(role: "admin" | "auditor", { runId }: TakenTurn) {
  const operator = await createPerson(role);
  const prompts = await registeredPrompts();
  const { calls } = await inspectCalls(operator, runId, { after: 0 }, prompts);
  return Promise.all(calls.map(({ seq }) => inspectCall(operator, runId, seq, prompts)));
}

type Calls = Awaited<ReturnType<typeof callsAs>>;

const ownOf = (calls: Calls) =>
  calls.flatMap(({ segments }) => segments).filter(({ kind }) => kind === "own-instructions");
const outcomesOf = (calls: Calls) => [...new Set(ownOf(calls).map(({ rebuilt }) => rebuilt))];

it("are proved by their digest, in every call of the agent, and masked where content is", async () => {
  const talk = await newTalk();
  await storePreferences(talk.actor, { instructions: "Answer like a zqsailor." });
  const turn = await talk.say("What is fibonacci(10)?");
  const [seen, masked] = [await callsAs("admin", turn), await callsAs("auditor", turn)];
  const general = turn.of("model.called").filter(({ manifest }) => manifest.agentId === "general");
  const own = ownOf(seen);
  expect(own).toHaveLength(general.length);
  expect(own.length).toBeGreaterThan(1);
  for (const segment of own) {
    expect(segment).toMatchObject({
      source: "person:instructions",
      agentId: "general",
      rebuilt: "exact",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(segment.content?.value)).toContain("Answer like a zqsailor.");
  }
  expect(new Set(own.map(({ sha256 }) => sha256)).size).toBe(1);
  const structure = (calls: Calls) => ownOf(calls).map(({ kind, rebuilt }) => ({ kind, rebuilt }));
  expect(structure(masked)).toEqual(structure(seen));
  const [sha256 = ""] = own.map((segment) => segment.sha256);
  expect(JSON.stringify(masked)).not.toContain(sha256);
  for (const { content, sha256: keyed } of ownOf(masked)) {
    expect(content).toMatchObject({ value: null, withheld: "masked" });
    expect(content?.sha256).not.toBe(keyed);
  }
  expect(JSON.stringify(masked)).not.toContain("zqsailor");
  expect(JSON.stringify(turn.events)).not.toContain("zqsailor");
  expect(turn.prompts.some((prompt) => JSON.stringify(prompt).includes("zqsailor"))).toBe(true);
});

it("that have changed since are said to have, and another digest is told apart", async () => {
  const talk = await newTalk();
  await storePreferences(talk.actor, { instructions: "Answer like a zqsailor." });
  const first = await talk.say("What is fibonacci(10)?");
  await storePreferences(talk.actor, { instructions: "Answer like a zqtailor." });
  const second = await talk.say("now the same for 20");
  const [before, after] = [await callsAs("admin", first), await callsAs("admin", second)];
  expect(outcomesOf(before)).toEqual(["instructions-changed"]);
  expect(outcomesOf(after)).toEqual(["exact"]);
  expect(ownOf(before)[0]?.sha256).not.toBe(ownOf(after)[0]?.sha256);
  // What is stored now is never shown as what was sent then.
  expect(ownOf(before).every(({ content }) => content === null)).toBe(true);
  expect(before.every(({ promptHolds }) => promptHolds)).toBe(true);

  await storePreferences(talk.actor, { instructions: "" });
  expect(outcomesOf(await callsAs("admin", second))).toEqual(["instructions-changed"]);
  const third = await talk.say("and for 30");
  expect(third.of("model.called").length).toBeGreaterThan(0);
  expect(ownOf(await callsAs("admin", third))).toEqual([]);
});
