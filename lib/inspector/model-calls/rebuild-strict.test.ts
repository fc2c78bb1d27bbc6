/** With `context-state` forced on every agent, facts replace exchanges, and rebuilds are still exact. */
import { expect, it } from "vitest";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { newTalk } from "../../coordinator/testing/take-turns.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { settings } from "../../env/settings.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { readFreely } from "../testing/read-freely.ts";
import { inspectCall } from "./inspect-call.ts";
import { inspectCalls } from "./inspect-calls.ts";

process.env.MEMORY_POLICY = "context-state";
provideUms();
readFreely();

it("shows the facts that the general agent was given, byte for byte", async () => {
  const talk = await newTalk();
  await talk.say("calculate fibonacci(10)");
  await talk.say("calculate 17 * 23");
  const turn = await talk.say("now the same for 20");
  const admin = await createPerson("admin");
  const prompts = await registeredPrompts();
  const { calls } = await inspectCalls(admin, turn.runId, { after: 0 }, prompts);
  const looks = await Promise.all(
    calls.map(({ seq }) => inspectCall(admin, turn.runId, seq, prompts)),
  );
  const segments = looks.flatMap((look) => look.segments);
  expect(segments.filter(({ rebuilt }) => rebuilt !== "exact")).toEqual([]);
  const facts = segments.find(({ kind }) => kind === "structured-facts");
  expect(JSON.stringify(facts?.content?.value)).toContain("391");
  expect(segments.map(({ kind }) => kind)).not.toContain("tool-history");
  expect(new Set(calls.map(({ memoryPolicy }) => memoryPolicy))).toEqual(
    new Set(["context-state"]),
  );
  expect(calls.every(({ allowed }) => allowed)).toBe(true);
});

it("shows them byte for byte after a retry, and where a history became facts", async () => {
  const admin = await createPerson("admin");
  const prompts = await registeredPrompts();
  const factsOf = async ({ runId }: { runId: string }) => {
    const { calls } = await inspectCalls(admin, runId, { after: 0 }, prompts);
    const looks = await Promise.all(
      calls.map(({ seq }) => inspectCall(admin, runId, seq, prompts)),
    );
    const segments = looks.flatMap((look) => look.segments);
    expect(segments.filter(({ rebuilt }) => rebuilt !== "exact")).toEqual([]);
    const facts = segments.find(({ kind }) => kind === "structured-facts");
    return JSON.stringify(facts?.content?.value ?? null);
  };
  settings().MEMORY_POLICY = "declared";
  const talk = await newTalk();
  await talk.say("calculate 17 * 23");
  settings().MEMORY_POLICY = "context-state";
  expect(await factsOf(await talk.say("calculate 2 + 3"))).toContain("391");
  const again = await factsOf(await talk.retry());
  expect(again).toContain("391");
  expect(again).not.toContain("2 + 3");
});
