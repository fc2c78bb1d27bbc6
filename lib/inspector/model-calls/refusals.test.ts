/** What a provider said stands with its call, and why an answer was cut. */
import { describe, expect, it } from "vitest";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { say, send } from "../../coordinator/testing/scripted-provider.ts";
import type { TakenTurn } from "../../coordinator/testing/take-turns.ts";
import { openProvider } from "../../coordinator/testing/with-provider.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { capabilities } from "../../llm/capability-table.ts";
import { modelConnections } from "../../llm/connections/model-connection.ts";
import { DONE, textEvent } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { readFreely } from "../testing/read-freely.ts";
import { inspectCall } from "./inspect-call.ts";
import { inspectCalls } from "./inspect-calls.ts";

provideUms();
readFreely();

async function callsOf({ runId }: TakenTurn, role: "admin" | "auditor" = "admin") {
  const operator = await createPerson(role);
  const prompts = await registeredPrompts();
  const { calls } = await inspectCalls(operator, runId, { after: 0 }, prompts);
  return Promise.all(calls.map(({ seq }) => inspectCall(operator, runId, seq, prompts)));
}

describe("a refusal", () => {
  const refuse = ({ stream_options }: { stream_options?: object }) =>
    stream_options ? { status: 400, message: "Unknown parameter: stream_options" } : null;

  it("stands with its call: status, words, and what was done about it", async () => {
    const { talk } = await openProvider({ refuse, answers: [say("Yes.")] });
    const turn = await talk.say("hello");
    const refusals = (await callsOf(turn)).flatMap((call) => call.refusals);
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals[0]).toMatchObject({
      connection: "default",
      status: 400,
      keyName: "OPENAI_API_KEY",
      missing: "usage-in-stream",
      takesOver: null,
      words: { value: expect.stringContaining("Unknown parameter: stream_options") },
    });
  });

  it("is masked for an auditor", async () => {
    const { talk } = await openProvider({ refuse, answers: [say("Yes.")] });
    const calls = await callsOf(await talk.say("hello"), "auditor");
    expect(calls.flatMap(({ refusals }) => refusals)[0]).toMatchObject({
      status: 400,
      words: { withheld: "masked" },
    });
    expect(JSON.stringify(calls)).not.toContain("Unknown parameter");
  });
});

it("an answer that was cut names the model's own limit, where its server has", async () => {
  const { talk } = await openProvider({ answers: [send(textEvent("Half", "length"), DONE)] });
  const turn = await talk.say("hello");
  const limits = async () => (await callsOf(turn)).map(({ outputLimit }) => outputLimit);
  expect(new Set(await limits())).toEqual(new Set([null]));
  const [connection] = modelConnections().route("general");
  if (!connection) throw new Error("there is no connection");
  const found = { holds: true, value: 4_096, source: "probe" as const, at: null, evidence: "" };
  capabilities().learn(connection, "max-output-tokens", found);
  expect(await limits()).toContain(4_096);
});
