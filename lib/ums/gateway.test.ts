/** The users agent against the real service, over HTTP. */
import { describe, expect, it } from "vitest";
import type { LogEventBody } from "../contracts/run/log-event.ts";
import { db } from "../db/client.ts";
import { seedPeople } from "../db/ums/seed-directory.ts";
import { settings } from "../env/settings.ts";
import { call } from "./testing/converse.ts";
import { provideUms, wipeUms } from "./testing/provide-ums.ts";
import { stateOf, usersTurn } from "./testing/users-turn.ts";

const ums = provideUms();
const turn = (text: string, given: Parameters<typeof usersTurn>[2] = {}) =>
  usersTurn(ums, text, given);
const [first] = seedPeople();
if (!first) throw new Error("there are no seed people");

const opened = () =>
  ums.server().requests.filter(({ line }) => line === "POST /api/ums/conversations").length;

describe("the service's conversation", () => {
  it("is opened once, and is the same for every turn", async () => {
    const before = opened();
    await ums.script({ text: "One." }, { text: "Two." }, { text: "Three." });
    const one = await turn("First");
    const two = await turn("Second", { stored: stateOf(one) });
    const three = await turn("Third", { stored: stateOf(two) });
    expect(opened() - before).toBe(1);
    expect([one, two, three].map(({ answer }) => answer)).toEqual(["One.", "Two.", "Three."]);
    expect(new Set([one, two, three].map((result) => result.conversationId)).size).toBe(1);
    expect([one, two, three].map(({ replaced }) => replaced)).toEqual([false, false, false]);
    expect(stateOf(three)).toEqual({ ums_conversation_id: one.conversationId, ums_position: 6 });
  });

  it("is forked on a branch of the chat, which knows what came before and nothing else", async () => {
    await ums.script({ text: "One." }, { text: "Heron." }, { text: "Other." }, { text: "On." });
    const one = await turn("First");
    const two = await turn("The word is heron.", { stored: stateOf(one) });
    const branch = await turn("Which word?", { stored: stateOf(one), isShared: true });
    expect(branch).toMatchObject({ replaced: true, answer: "Other." });
    const prompt = JSON.stringify((await ums.prompts()).at(-1)?.messages);
    expect(prompt).toContain("One.");
    expect(prompt).not.toMatch(/heron/i);
    const on = await turn("And now?", { stored: stateOf(two) });
    expect(on.conversationId).toBe(one.conversationId);
    expect(JSON.stringify((await ums.prompts()).at(-1)?.messages)).not.toContain("Which word?");
  });

  it("is begun anew on a branch where nobody knows how far it reached", async () => {
    await ums.script({ text: "Heron." }, { text: "Other." });
    const one = await turn("The word is heron.");
    const stored = { ums_conversation_id: one.conversationId ?? "" };
    const branch = await turn("Which word?", { stored, isShared: true });
    expect(branch.conversationId).not.toBe(one.conversationId);
    expect(JSON.stringify((await ums.prompts()).at(-1)?.messages)).not.toMatch(/heron/i);
  });

  it("is replaced for good where the service has lost it", async () => {
    await ums.script({ text: "One." }, { text: "Two." }, { text: "Three." });
    const one = await turn("First");
    await wipeUms();
    const before = opened();
    const two = await turn("Second", { stored: stateOf(one) });
    const three = await turn("Third", { stored: stateOf(two) });
    expect(two).toMatchObject({ replaced: true, end: { kind: "answered" }, answer: "Two." });
    expect(two.conversationId).not.toBe(one.conversationId);
    expect(three).toMatchObject({ replaced: false, conversationId: two.conversationId });
    expect(opened() - before).toBe(1);
    expect(await db().umsPerson.count()).toBe(200);
    const notes = two.events.filter(({ type }) => type === "run.noted");
    expect(notes).toMatchObject([{ code: "service-conversation-gone" }]);
  });
});

describe("the record of a turn", () => {
  it("has the service below the agent, and its tools below the service", async () => {
    await ums.script(call("list_people", { limit: 1 }), { text: "Here." });
    const linked: string[] = [];
    const steps = {
      link: (tool: string) => {
        linked.push(tool);
        return "s2";
      },
      recordEnd: (stepId: string, ok: boolean) => void linked.push(`${stepId} ${ok}`),
    };
    const { events, figures } = await turn("List one", { steps });
    const hops = events.flatMap((body) => (body.type === "hop.started" ? [body] : []));
    expect(
      hops.map(({ kind, nodeId, hopRef, parentRef }) => [kind, nodeId, hopRef, parentRef]),
    ).toEqual([
      ["coordinator", "coordinator", "h1", null],
      ["agent", "users", "h2", "h1"],
      ["gateway", "gateway", "h3", "h2"],
      ["service", "ums", "h4", "h3"],
      ["gateway", "gateway", "h5", "h2"],
      ["service", "ums", "h6", "h5"],
      ["tool", "list_people", "h7", "h6"],
    ]);
    const ended = events.flatMap((body) => (body.type === "hop.ended" ? [body.hopRef] : []));
    expect(ended).toEqual(["h4", "h3", "h7", "h6", "h5"]);
    expect(linked).toEqual(["list_people@1.0.0", "s2 true"]);
    expect(figures).toMatchObject({ rounds: 2, modelCalls: 2, toolCalls: 1 });
  });

  it("has each model call before the tools that it asked for, with the service's own times", async () => {
    await ums.script(call("list_people", { limit: 1 }), { text: "Here." });
    const { events } = await turn("List one");
    const work = events.flatMap((body) => {
      if (body.type === "model.called") return [{ what: "model", ms: body.serviceMs ?? -1 }];
      if (body.type !== "hop.started" || body.kind !== "tool") return [];
      return [{ what: body.nodeId, ms: body.serviceMs ?? -1 }];
    });
    expect(work.map(({ what }) => what)).toEqual(["model", "list_people", "model"]);
    const ms = work.map((one) => one.ms);
    expect(ms[0]).toBeGreaterThanOrEqual(0);
    expect(ms).toEqual(ms.toSorted((one, other) => one - other));
    const end = events.find((body) => body.type === "hop.ended" && body.hopRef === "h6");
    const [count, whole] = end?.type === "hop.ended" ? [end.serviceMs, end.durationMs] : [];
    expect(count).toBeGreaterThan(ms[2] ?? 0);
    expect(whole).toBeGreaterThanOrEqual(count ?? 0);
  });

  it("has calls side by side as siblings that began before the first of them ended", async () => {
    const two = [...call("list_people", { limit: 1 }).toolCalls];
    two.push(...call("count_people_by", { field: "city" }).toolCalls);
    await ums.script({ toolCalls: two }, { text: "Here." });
    const { events, claims } = await turn("List one, and count");
    const called = events.flatMap((body, at) => (body.type === "tool.called" ? [at] : []));
    const returned = events.findIndex(({ type }) => type === "tool.returned");
    expect(called).toHaveLength(2);
    expect(returned).toBeGreaterThan(Math.max(...called));
    const parents = events.flatMap((body) =>
      body.type === "hop.started" && body.kind === "tool" ? [[body.nodeId, body.parentRef]] : [],
    );
    expect(parents).toEqual([
      ["list_people", "h6"],
      ["count_people_by", "h6"],
    ]);
    const told = (tool: string) => expect.objectContaining({ tool_invoked: tool, status: "ok" });
    const runs = [told("count_people_by@1.0.0"), told("list_people@1.0.0")];
    expect(claims).toEqual({ version: 1, runs: expect.arrayContaining(runs) });
  });

  it("holds digests of the service's work, and nothing of its content", async () => {
    await ums.script(call("find_people", { query: first.email }), { text: "Found her." });
    const { events } = await turn("Who is that?");
    const ofType = (type: LogEventBody["type"]) => events.filter((body) => body.type === type);
    expect(ofType("tool.called")).toMatchObject([
      { tool: "find_people@1.0.0", argsSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(ofType("tool.returned")).toMatchObject([{ tool: "find_people", outcome: "ok" }]);
    expect(ofType("execution.recorded")).toMatchObject([{ execution: { status: "ok" } }]);
    expect(ofType("policy.decided")).toMatchObject([
      { principal: "gateway" },
      { principal: "gateway" },
      { principal: "ums" },
    ]);
    expect(ofType("model.called")).toMatchObject([
      { hopRef: "h6", callId: "h6.m1", manifest: { agentId: "ums" } },
      { hopRef: "h6", callId: "h6.m2" },
    ]);
    expect(JSON.stringify(events)).not.toContain(first.email);
    expect(JSON.stringify(events)).not.toContain(first.id);
  });

  it("holds the headers that really travelled, each call signed anew, and never the key", async () => {
    await ums.script({ text: "One." });
    const { events } = await turn("First");
    const sent = events.flatMap((body) =>
      body.type === "hop.started" && body.kind === "service" ? [body.headers ?? {}] : [],
    );
    const arrived = ums.server().requests.slice(-2);
    expect(sent).toHaveLength(2);
    for (const [index, headers] of sent.entries()) {
      const parent = ["h3", "h5"][index];
      expect(headers).toMatchObject({ "x-node-id": "gateway", "x-agent-parent-ref": parent });
      expect(arrived[index]?.headers).toMatchObject(headers);
    }
    expect(sent[0]?.["x-agent-state-mac"]).not.toBe(sent[1]?.["x-agent-state-mac"]);
    expect(JSON.stringify(events)).not.toContain(settings().UMS_SERVICE_KEY);
    const traces = arrived.map(({ headers }) => headers.traceparent);
    expect(traces[0]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(traces[0]).toBe(traces[1]);
  });
});
