/** Real turns of every agent: each segment of each model call is rebuilt, and its digest proves it. */
import { describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { CallInspection } from "../../contracts/inspector/run/call-inspection.ts";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { modelControl, newTalk, type TakenTurn } from "../../coordinator/testing/take-turns.ts";
import { db } from "../../db/client.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { settings } from "../../env/settings.ts";
import { capabilities } from "../../llm/capability-table.ts";
import { WHOSE_WORDS } from "../../prompt/whose-words.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { readFreely } from "../testing/read-freely.ts";
import { inspectCall } from "./inspect-call.ts";
import { inspectCalls } from "./inspect-calls.ts";

provideUms();
readFreely();

const FIRST = { after: 0 };

async function callsOf(turn: TakenTurn, actor?: Actor): Promise<CallInspection[]> {
  const admin = actor ?? (await createPerson("admin"));
  const prompts = await registeredPrompts();
  const { calls, total } = await inspectCalls(admin, turn.runId, FIRST, prompts);
  expect(calls).toHaveLength(turn.of("model.called").length);
  expect(total).toBe(calls.length);
  return Promise.all(calls.map(({ seq }) => inspectCall(admin, turn.runId, seq, prompts)));
}

/** `kind: exact`, or the reason, for every segment of our own agents. */
function outcomes(calls: readonly CallInspection[], agentId?: string): string[] {
  const all = calls.flatMap(({ segments }) => segments);
  const own = all.filter((segment) => segment.agentId === (agentId ?? segment.agentId));
  return [...new Set(own.map(({ kind, rebuilt }) => `${kind}: ${rebuilt}`))].toSorted();
}

/** The inspector shows what any agent really sent to the model. */
function expectAsSent(turn: TakenTurn, calls: readonly CallInspection[]): void {
  const sent = turn.prompts.map(({ messages }) => JSON.stringify(messages));
  const rebuilt = calls
    .filter(({ segments }) => segments.every((segment) => segment.rebuilt === "exact"))
    .map(({ segments }) =>
      JSON.stringify(
        segments
          .filter(({ kind }) => kind !== "tool-schemas")
          .flatMap(({ content }) => content?.value as unknown[]),
      ),
    );
  expect(rebuilt.length).toBeGreaterThan(0);
  for (const prompt of rebuilt) expect(sent).toContain(prompt);
  const proofs = calls.flatMap(({ sent: proved }) => (proved ? [proved.proof] : []));
  expect(proofs).toContain("exact");
  expect(proofs).not.toContain("differs");
}

describe("the prompts of a run, put together again", () => {
  it("are exact for the general agent: with a tool, and in a second turn with its history", async () => {
    const talk = await newTalk();
    const first = await talk.say("What is fibonacci(10)?");
    const calls = await callsOf(first);
    expect(outcomes(calls)).toEqual([
      "context-state: exact",
      "current-input: exact",
      "run-scratchpad: exact",
      "system-prompt: exact",
      "tool-schemas: exact",
    ]);
    expectAsSent(first, calls);
    const second = await talk.say("now the same for 20");
    const again = await callsOf(second);
    expect(outcomes(again)).toEqual([
      "context-state: exact",
      "current-input: exact",
      "run-scratchpad: exact",
      "system-prompt: exact",
      "tool-history: exact",
      "tool-schemas: exact",
    ]);
    expectAsSent(second, again);
    expect(again.every(({ promptHolds, call }) => promptHolds && call.allowed)).toBe(true);
    const asked = again.flatMap(({ asked }) => asked);
    expect(asked).toMatchObject([{ tool: "python_interpreter@1", outcome: "ok" }]);
  });

  it("are proved as they were adapted to a server that takes less", async () => {
    const place = {
      id: "default",
      baseUrl: process.env.OPENAI_BASE_URL ?? "",
      model: settings().OPENAI_MODEL,
    };
    const lacks = (name: string) => [
      name,
      { holds: false, value: null, source: "probe", at: null, evidence: "test" },
    ];
    capabilities().load(
      place,
      Object.fromEntries(["second-system-message", "empty-content", "json-schema"].map(lacks)),
    );
    const turn = await (await newTalk()).say("What is fibonacci(10)?");
    capabilities().load(place, {});
    const calls = await callsOf(turn);
    expect(turn.answer).toContain("55");
    expect(calls.map(({ sent }) => sent)).toContainEqual(
      expect.objectContaining({
        adaptations: expect.arrayContaining(["one-system-message", "null-content"]),
        proof: "exact",
      }),
    );
    expect(calls.map(({ sent }) => sent?.proof)).not.toContain("differs");
  });

  it("are exact where the model writes arguments in its own way", async () => {
    const talk = await newTalk();
    const search = { name: "web_search", arguments: { query: "half-silvered mirror", count: 2 } };
    const other = { name: "python_interpreter", arguments: { code: "print(6 * 7)" } };
    await modelControl().script("mirrors", [{ toolCalls: [search, other] }, { text: "Two." }]);
    const turn = await talk.say("Look for mirrors");
    const calls = await callsOf(turn);
    expect(outcomes(calls, "general")).toContain("run-scratchpad: exact");
    expectAsSent(turn, calls);
  });

  it("are exact for the concierge, whose memory is its context state", async () => {
    const talk = await newTalk();
    await talk.say("I need a brief for a mobile app.");
    const turn = await talk.say("Help people find lost dogs");
    const calls = await callsOf(turn);
    expect(outcomes(calls, "concierge")).toEqual([
      "context-state: exact",
      "current-input: exact",
      "run-scratchpad: exact",
      "system-prompt: exact",
      "tool-schemas: exact",
    ]);
    expectAsSent(turn, calls);
    // The state expires; its deltas stay and give the same bytes.
    await db().hiddenState.deleteMany({ where: { conversationId: talk.conversationId() } });
    expect(outcomes(await callsOf(turn), "concierge")).toContain("context-state: exact");
  });

  it("are exact for the service, too, which is asked with its operator's key", async () => {
    const talk = await newTalk();
    await talk.say("list users");
    const turn = await talk.say("show more users please");
    const calls = await callsOf(turn);
    expect(outcomes(calls, "ums")).toEqual([
      "current-input: exact",
      "run-scratchpad: exact",
      "system-prompt: exact",
      "tool-history: exact",
      "tool-schemas: exact",
    ]);
    // By the service's clock, mapped into its hop: none before the hop, each after the one before.
    const { calls: listed } = await inspectCalls(
      await createPerson("admin"),
      turn.runId,
      FIRST,
      await registeredPrompts(),
    );
    const inService = listed.filter(({ agentId }) => agentId === "ums");
    const service = turn.of("hop.started").find(({ kind }) => kind === "service");
    expect(service).toBeDefined();
    expect(inService.length).toBeGreaterThan(1);
    const starts = inService.map(({ startMs }) => startMs);
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
    expect(new Set(starts).size).toBe(starts.length);
    expect(inService.map(({ clockDisagrees }) => clockDisagrees)).not.toContain(true);
    const asked = calls.flatMap((one) => (one.call.agentId === "ums" ? one.asked : []));
    expect(asked).toMatchObject([
      {
        tool: "list_people@1.0.0",
        arguments: { value: { limit: expect.any(Number) } },
        result: { value: expect.stringContaining("people") },
      },
    ]);
    const masked = await callsOf(turn, await createPerson("auditor"));
    expect(outcomes(masked, "ums")).toEqual(outcomes(calls, "ums"));
    expect(JSON.stringify(masked)).not.toContain("@people.example");
    const audited = await db().auditEvent.count({ where: { action: "service.trace.read" } });
    expect(audited).toBeGreaterThan(0);
    await db().umsTrace.deleteMany();
    expect(outcomes(await callsOf(turn), "ums")).toContain("system-prompt: not-reported");
    expect(outcomes(calls, "coordinator")).toEqual([
      "context-state: exact",
      "current-input: exact",
      "system-prompt: exact",
    ]);
  });

  it("say that the state is gone, and never guess", async () => {
    const talk = await newTalk();
    await talk.say("What is fibonacci(10)?");
    const turn = await talk.say("now the same for 20");
    const { conversationId } = turn;
    await db().hiddenState.deleteMany({ where: { conversationId } });
    const calls = await callsOf(turn);
    expect(outcomes(calls, "general")).toContain("tool-history: state-gone");
    const gone = calls
      .flatMap(({ segments }) => segments)
      .filter(({ kind }) => kind === "tool-history");
    expect(gone.every(({ content }) => content === null)).toBe(true);
  });

  it("say that a prompt is another one now", async () => {
    const talk = await newTalk();
    const turn = await talk.say("What is fibonacci(10)?");
    const admin = await createPerson("admin");
    const prompts = await registeredPrompts();
    const changed = {
      ...prompts,
      systemPrompts: { ...prompts.systemPrompts, "prompt:general@1": ["You are another one now."] },
      toolSchemas: {},
    };
    const { calls } = await inspectCalls(admin, turn.runId, FIRST, changed);
    const seen = await Promise.all(
      calls.map(({ seq }) => inspectCall(admin, turn.runId, seq, changed)),
    );
    expect(outcomes(seen, "general")).toEqual(
      expect.arrayContaining(["system-prompt: prompt-changed", "tool-schemas: tools-changed"]),
    );
  });

  it("reach an auditor as manifest and proof, with no text", async () => {
    const talk = await newTalk();
    const turn = await talk.say("What is fibonacci(10)?");
    const calls = await callsOf(turn, await createPerson("auditor"));
    expect(outcomes(calls)).toContain("run-scratchpad: exact");
    for (const { segments, text, asked } of calls) {
      const payloads = [text, ...asked.map((one) => one.arguments)].filter((one) => one !== null);
      for (const { kind, content, sha256, bytes } of segments) {
        expect(content).toMatchObject({ value: null, withheld: "masked" });
        // The manifest tells of data without its marks; the content is what was sent.
        const around = Number(content?.bytes) - Number(bytes);
        expect(around > 0).toBe(WHOSE_WORDS[kind] === "data");
        // The manifest's digest is open; the masked value's digest is keyed, so that the value cannot be guessed.
        expect(content?.sha256).not.toBe(sha256);
      }
      for (const { value, withheld } of payloads) {
        expect({ value, withheld }).toEqual({ value: null, withheld: "masked" });
      }
    }
    expect(JSON.stringify(calls)).not.toContain("fibonacci");
  });

  it("are for operators, and each look is on record", async () => {
    const talk = await newTalk();
    const turn = await talk.say("What is 17 * 23?");
    const prompts = await registeredPrompts();
    const [call] = turn.of("model.called");
    expect(call).toBeDefined();
    const person = await createPerson();
    await expect(inspectCalls(person, turn.runId, FIRST, prompts)).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(inspectCall(person, turn.runId, 1, prompts)).rejects.toMatchObject({
      code: "forbidden",
    });
    const admin = await createPerson("admin");
    await callsOf(turn, admin);
    const rows = await db().auditEvent.findMany({ where: { actorId: admin.userId } });
    const parts = rows.map(({ detail }) => (detail as { part: string }).part);
    expect(parts.filter((part) => part === "calls")).toHaveLength(1);
    expect(parts.filter((part) => part === "call")).toHaveLength(turn.of("model.called").length);
  });
});
