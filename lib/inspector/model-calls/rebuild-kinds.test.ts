/** The rarer kinds of segments, from real turns: each is exact, or has a reason. */
import { describe, expect, it } from "vitest";
import type { CallInspection } from "../../contracts/inspector/run/call-inspection.ts";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { say, send } from "../../coordinator/testing/scripted-provider.ts";
import { modelControl, newTalk, type TakenTurn } from "../../coordinator/testing/take-turns.ts";
import { openProvider } from "../../coordinator/testing/with-provider.ts";
import { db } from "../../db/client.ts";
import { storePolicy } from "../../db/testing/store-policy.ts";
import { createPerson, upload } from "../../db/testing/turn-fixtures.ts";
import { DONE, event, FINISH } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { readFreely } from "../testing/read-freely.ts";
import { inspectCall } from "./inspect-call.ts";
import { inspectCalls } from "./inspect-calls.ts";

process.env.SHARED_CONTEXT = "1";
provideUms();
readFreely();

/** A red square of 16 × 16 pixels. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP4z8BAEmIY1TCqYfhqAACQ+f8B8u7oVwAAAABJRU5ErkJggg==",
  "base64",
);

async function callsOf({ runId }: TakenTurn): Promise<CallInspection[]> {
  const admin = await createPerson("admin");
  const prompts = await registeredPrompts();
  const { calls } = await inspectCalls(admin, runId, { after: 0 }, prompts);
  return Promise.all(calls.map(({ seq }) => inspectCall(admin, runId, seq, prompts)));
}

/** `kind source: exact`, or the reason, for everything that is not the service's own. */
async function outcomes(turn: TakenTurn): Promise<string[]> {
  const segments = (await callsOf(turn)).flatMap((call) => call.segments);
  return segments
    .filter(({ rebuilt }) => rebuilt !== "kept-by-service")
    .map(({ agentId, kind, source, rebuilt }) => {
      const name = source.startsWith("message:") ? "message" : source;
      return `${agentId} ${kind} ${name}: ${rebuilt}`;
    });
}

const notExact = (all: readonly string[]) => all.filter((one) => !one.endsWith(": exact"));

describe("segments that not every run has", () => {
  it("are exact in a plan of several agents: results, objectives, the composing call", async () => {
    const talk = await newTalk();
    const turn = await talk.say("list the users and chart how many joined each month");
    const all = await outcomes(turn);
    expect(notExact(all)).toEqual([]);
    expect(all).toEqual(
      expect.arrayContaining([
        "general step-result step:s1: exact",
        "general current-input plan:objective: exact",
        "coordinator step-result step:s1: exact",
        "coordinator step-result step:s2: exact",
        "coordinator system-prompt prompt:compose@1: exact",
      ]),
    );
  });

  it("are exact where one agent has two steps of a turn, with what the first left behind", async () => {
    const talk = await newTalk();
    await talk.say("hello");
    const turn = await talk.say("calculate 17 * 23, then list users, then calculate 2 ** 10");
    expect(notExact(await outcomes(turn))).toEqual([]);
  });

  it("are exact where an answer is continued: the text so far, and the calls that it rests on", async () => {
    const talk = await newTalk();
    const code = { code: "print(6 * 7)" };
    await modelControl().queue({
      scenario: "scripted",
      match: "six times seven",
      replies: [
        { toolCalls: [{ name: "python_interpreter", arguments: code }] },
        { text: "Six times seven", finishReason: "length" },
        { text: " is 42." },
      ],
    });
    await talk.say("six times seven");
    const rest = await talk.goOn();
    expect(rest.answer).toBe("Six times seven is 42.");
    const all = await outcomes(rest);
    expect(notExact(all)).toEqual([]);
    expect(all).toEqual(
      expect.arrayContaining([
        "general run-scratchpad turn:so-far: exact",
        "general run-scratchpad answer:so-far: exact",
      ]),
    );
  });

  it("are exact where a picture stands in the prompt, which is shown by its size", async () => {
    const talk = await newTalk();
    const file = { name: "dot.png", mediaType: "image/png", data: new Uint8Array(PNG) };
    const { id } = await upload(talk.actor, file);
    const turn = await talk.say("What is in it?", { attachmentIds: [id] });
    const calls = await callsOf(turn);
    expect(notExact(await outcomes(turn))).toEqual([]);
    const segments = calls.flatMap((call) => call.segments);
    const picture = segments.find(({ source }) => source === `attachment:${id}`);
    expect(picture?.rebuilt).toBe("exact");
    expect(JSON.stringify(picture?.content)).toContain("data:image/png;base64, ");
    expect(JSON.stringify(calls)).not.toContain(PNG.toString("base64").slice(0, 40));
    // What was sent is proved by the same bytes, also where the model did not see them.
    expect(calls.filter(({ call }) => call.agentId === "general")).not.toEqual([]);
    await db().attachment.delete({ where: { id } });
    expect(await outcomes(turn)).toContain(
      `general attachment-content attachment:${id}: state-gone`,
    );
  });

  it("are exact where the deployment shares what was mentioned", async () => {
    const talk = await newTalk();
    await talk.say("What is the weather like in Reykjavik?");
    const state = await db().hiddenState.findFirst({
      where: { conversationId: talk.conversationId(), agentId: "coordinator" },
      orderBy: { version: "desc" },
    });
    expect(JSON.stringify(state?.state)).toContain("Reykjavik");
    const all = await outcomes(await talk.say("What is 17 * 23?"));
    expect(notExact(all)).toEqual([]);
    expect(all).toContain("general shared-context state:coordinator: exact");
  });

  it("are exact where the history was broken, and the visible turns stood in for it", async () => {
    const talk = await newTalk();
    await talk.say("What is fibonacci(10)?");
    const where = { conversationId: talk.conversationId(), agentId: "general" };
    await db().hiddenState.updateMany({ where, data: { state: "garbage" } });
    const all = await outcomes(await talk.say("What is 17 * 23?"));
    expect(notExact(all)).toEqual([]);
    expect(all).toContain("general rebuilt-conversation exchange:1: exact");
  });

  it("are exact where a plan had to be mended", async () => {
    const talk = await newTalk();
    await modelControl().queue({
      scenario: "scripted",
      structured: true,
      match: "mended plan",
      replies: [{ text: '{"reason":"none","steps":[]}' }],
    });
    const turn = await talk.say("What is 17 * 23? This is for a mended plan.");
    expect(turn.of("plan.refused").length).toBeGreaterThan(0);
    const all = await outcomes(turn);
    expect(notExact(all)).toEqual([]);
    expect(all).toContain("coordinator run-scratchpad plan:repair: exact");
  });

  it("are exact where a plan was made again, and something was given up", async () => {
    const failing = { scenario: "error-500", match: "List the users.", times: 4 } as const;
    await modelControl().queue(failing);
    const talk = await newTalk();
    const turn = await talk.say("list the users and calculate 17 * 23");
    expect(turn.of("plan.made").length).toBeGreaterThan(1);
    const all = await outcomes(turn);
    expect(notExact(all)).toEqual([]);
    expect(all).toContain("coordinator step-result plan:step-outcomes@0: exact");
  });

  it("are exact where a call ran first, because the person had approved it", async () => {
    const text = `@decision("needs_approval")
@reason("code needs a word")
forbid (principal, action == Action::"call:python_interpreter", resource);`;
    const draft = { name: "of-this-test", mode: "enforce" as const, text };
    await storePolicy({ ...draft, enabled: true });
    const talk = await newTalk();
    await talk.say("What is 17 * 23?");
    const { id } = await db().approval.findFirstOrThrow({
      where: { conversationId: talk.conversationId(), status: "pending" },
    });
    const approved = { approval: { id, decision: "approved" as const } };
    const turn = await talk.say("Approved.", approved);
    await storePolicy({ ...draft, enabled: false });
    const all = await outcomes(turn);
    expect(notExact(all)).toEqual([]);
    expect(all).toContain("general run-scratchpad round:0: exact");
  });

  it("are exact where a server gets back what it needs, which only a reason shows", async () => {
    const signature = "CqUBAVSoXO6j+0Zb/Q==";
    const reasoning_details = [{ type: "reasoning.encrypted", data: signature, index: 0 }];
    const call = {
      index: 0,
      id: "call_1",
      function: { name: "python_interpreter", arguments: JSON.stringify({ code: "print(6*7)" }) },
      extra_content: { z: 1, a: { thought_signature: signature } },
    };
    const delta = { content: null, reasoning_details, tool_calls: [call] };
    const { talk } = await openProvider({
      answers: [send(event({ choices: [{ index: 0, delta }] }), FINISH, DONE), say("42.")],
    });
    const turns = [await talk.say("calculate 6 * 7"), await talk.say("and again?")];
    for (const turn of turns) {
      const calls = await callsOf(turn);
      expect(notExact(await outcomes(turn))).toEqual([]);
      const proofs = calls.flatMap(({ sent }) => (sent ? [sent.proof] : []));
      expect(new Set(proofs)).toEqual(new Set(["exact"]));
      const auditor = await createPerson("auditor");
      const prompts = await registeredPrompts();
      const masked = await Promise.all(
        calls.map(({ call: { seq } }) => inspectCall(auditor, turn.runId, seq, prompts)),
      );
      expect(JSON.stringify(calls)).toContain(signature);
      expect(JSON.stringify(masked)).not.toContain(signature);
    }
  });

  it("say so where a run is from before the log held them", async () => {
    const talk = await newTalk();
    const turn = await talk.say("list the users and chart how many joined each month");
    await db().$executeRaw`
      UPDATE run_event SET payload = payload - 'result' - 'argumentsText' WHERE run_id = ${turn.runId}::uuid
        AND type IN ('hop.ended', 'tool.called')`;
    const all = await outcomes(turn);
    expect(all).toContain("coordinator step-result step:s1: not-recorded");
    const missing = notExact(all);
    // The agent's memory still has the arguments as they were written.
    expect(missing.filter((one) => one.includes("run-scratchpad"))).toEqual([]);
  });
});
