/** With `context-state` forced on every agent, facts replace exchanges, and rebuilds are still exact. */
import { expect, it, vi } from "vitest";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { newTalk } from "../../coordinator/testing/take-turns.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { inspectCall } from "./inspect-call.ts";
import { inspectCalls } from "./inspect-calls.ts";

process.env.MEMORY_POLICY = "context-state";
vi.setConfig({ testTimeout: 120_000 });
provideUms();

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
