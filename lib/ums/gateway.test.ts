/** The users agent against the real service, over HTTP. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { recordHops } from "../agents/record-hops.ts";
import { runUsersTurn } from "../agents/users/run-users-turn.ts";
import type { UsersTurn, UsersTurnResult } from "../agents/users/users-turn.ts";
import type { ApprovalDecision } from "../contracts/hop-decision.ts";
import { RunEventBody } from "../contracts/run-event.ts";
import { db } from "../db/client.ts";
import { seedPeople } from "../db/ums/seed-people.ts";
import { settings } from "../env/settings.ts";
import { provideUms, wipeUms } from "./testing/provide-ums.ts";

const ums = provideUms();
const [first, second] = seedPeople();
if (!first || !second) throw new Error("there are no seed people");

type Given = Partial<Pick<UsersTurn, "stored" | "approval" | "service" | "steps">> & {
  signal?: AbortSignal;
};

async function turn(text: string, given: Given = {}) {
  const events: RunEventBody[] = [];
  let answer = "";
  const record = (body: RunEventBody) => void events.push(RunEventBody.parse(body));
  const runId = randomUUID();
  const hops = recordHops(runId, record);
  const coordinator = hops.start({ kind: "coordinator", nodeId: "coordinator", parent: null });
  const hop = hops.start({ kind: "agent", nodeId: "users", parent: coordinator });
  const result = await runUsersTurn({
    runId,
    stored: given.stored ?? null,
    text,
    approval: given.approval ?? null,
    hop,
    hops,
    steps: given.steps,
    ports: {
      record,
      tell: () => undefined,
      say: (more) => {
        answer += more;
      },
      answer: () => answer,
      signal: given.signal ?? new AbortController().signal,
    },
    service: { ...service(), ...given.service },
  });
  return { ...result, answer, events };
}

const service = () => ({
  baseUrl: ums.server().url,
  serviceKey: settings().UMS_SERVICE_KEY,
  stateKey: settings().AGENT_STATE_KEY,
  maxMs: 20_000,
});

const stateOf = ({ conversationId }: UsersTurnResult) => ({
  ums_conversation_id: conversationId ?? "",
});
const approve = (result: UsersTurnResult): ApprovalDecision => ({
  approvalId: randomUUID(),
  decision: "approved",
  resume: result.approval?.resume,
});
const call = (name: string, args: object) => ({
  toolCalls: [{ name, arguments: JSON.stringify(args) }],
});
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
    expect(JSON.stringify(stateOf(one))).toHaveLength(62);
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
      settle: (stepId: string, ok: boolean) => void linked.push(`${stepId} ${ok}`),
    };
    const { events, figures } = await turn("List one", { steps });
    const hops = events.flatMap((body) => (body.type === "hop.started" ? [body] : []));
    expect(
      hops.map(({ kind, nodeId, hopRef, parentRef }) => [kind, nodeId, hopRef, parentRef]),
    ).toEqual([
      ["coordinator", "coordinator", "h1", null],
      ["agent", "users", "h2", "h1"],
      ["service", "ums", "h3", "h2"],
      ["service", "ums", "h4", "h2"],
      ["tool", "list_people", "h5", "h4"],
    ]);
    const ended = events.flatMap((body) => (body.type === "hop.ended" ? [body.hopRef] : []));
    expect(ended).toEqual(["h3", "h5", "h4"]);
    expect(linked).toEqual(["list_people@1.0.0", "s2 true"]);
    expect(figures).toMatchObject({ rounds: 2, modelCalls: 2, toolCalls: 1 });
  });

  it("holds digests of the service's work, and nothing of its content", async () => {
    await ums.script(call("find_people", { query: first.email }), { text: "Found her." });
    const { events } = await turn("Who is that?");
    const ofType = (type: RunEventBody["type"]) => events.filter((body) => body.type === type);
    expect(ofType("tool.called")).toMatchObject([
      { tool: "find_people@1.0.0", argsSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(ofType("tool.returned")).toMatchObject([{ tool: "find_people", outcome: "ok" }]);
    expect(ofType("execution.recorded")).toMatchObject([{ execution: { status: "ok" } }]);
    expect(ofType("policy.decided")).toMatchObject([{ principal: "ums" }]);
    expect(ofType("model.called")).toMatchObject([
      { hopRef: "h4", callId: "h4.m1", manifest: { agentId: "ums" } },
      { hopRef: "h4", callId: "h4.m2" },
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
      expect(headers).toMatchObject({ "x-node-id": "users", "x-agent-parent-ref": "h2" });
      expect(arrived[index]?.headers).toMatchObject(headers);
    }
    expect(sent[0]?.["x-agent-state-mac"]).not.toBe(sent[1]?.["x-agent-state-mac"]);
    expect(JSON.stringify(events)).not.toContain(settings().UMS_SERVICE_KEY);
    const traces = arrived.map(({ headers }) => headers.traceparent);
    expect(traces[0]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(traces[0]).toBe(traces[1]);
  });
});

describe("an approval", () => {
  const askToDelete = async () => {
    await ums.script(call("delete_person", { id: first.id }));
    return turn("Delete the first one");
  };
  const exists = async () => (await db().umsPerson.count({ where: { id: first.id } })) === 1;

  it("comes back as a question, and goes on where the person said yes", async () => {
    const asked = await askToDelete();
    const question = `Delete ${first.name} (${first.email})?`;
    expect(asked).toMatchObject({
      end: { kind: "answered" },
      answer: question,
      approval: { question, tool: "delete_person" },
    });
    expect(await exists()).toBe(true);
    await ums.script({ text: "She is gone." });
    const done = await turn("Approved.", { stored: stateOf(asked), approval: approve(asked) });
    expect(done).toMatchObject({
      end: { kind: "answered" },
      answer: "She is gone.",
      approval: null,
    });
    expect(await exists()).toBe(false);
    const [ran] = done.events.filter(({ type }) => type === "execution.recorded");
    expect(ran).toMatchObject({ execution: { writes: true, approved: true, status: "ok" } });
  });

  it("is good once", async () => {
    const asked = await askToDelete();
    const given = { stored: stateOf(asked), approval: approve(asked) };
    await ums.script({ text: "She is gone." });
    await turn("Approved.", given);
    const again = await turn("Approved.", given);
    expect(again.end).toEqual({ kind: "failed", reason: "approval-closed" });
  });

  it("is closed where its conversation is gone, and changes nothing", async () => {
    const asked = await askToDelete();
    await wipeUms();
    const late = await turn("Approved.", { stored: stateOf(asked), approval: approve(asked) });
    expect(late.end).toEqual({ kind: "failed", reason: "approval-closed" });
    expect(late.replaced).toBe(true);
    expect(await exists()).toBe(true);
    const elsewhere = await turn("Approved.", { stored: stateOf(late), approval: approve(asked) });
    expect(elsewhere.end).toEqual({ kind: "failed", reason: "approval-closed" });
    const forged = { ...approve(asked), resume: { sql: "DROP TABLE" } };
    const odd = await turn("Approved.", { stored: stateOf(late), approval: forged });
    expect(odd.end).toEqual({ kind: "failed", reason: "approval-closed" });
  });
});

describe("a turn that goes wrong", () => {
  it("ends as refused where key or signature is not the service's", async () => {
    for (const wrong of [{ serviceKey: "wrong" }, { stateKey: "wrong" }]) {
      const { end, events, conversationId } = await turn("Hello", {
        service: { ...service(), ...wrong },
      });
      expect(end).toEqual({ kind: "failed", reason: "service-refused" });
      expect(conversationId).toBeNull();
      expect(events.at(-1)).toMatchObject({
        type: "run.noted",
        detail: expect.stringContaining("401"),
      });
    }
    expect(await db().umsConversation.count()).toBe(0);
  });

  it("says with the service's own word that the model failed", async () => {
    await ums.fail();
    const { end, conversationId } = await turn("Hello");
    expect(end).toEqual({ kind: "failed", reason: "model-unavailable" });
    expect(conversationId).not.toBeNull();
  });

  it("is empty where nothing was said", async () => {
    await ums.script({ text: "" });
    expect((await turn("Hello")).end).toEqual({ kind: "empty" });
  });

  it("stops the service's model when it is stopped", async () => {
    await ums.script({ text: "word ".repeat(2_000), tokenDelayMs: 5 });
    const stop = new AbortController();
    const running = turn("Say much", { signal: stop.signal });
    await expect.poll(() => ums.prompts(), { timeout: 5_000 }).toHaveLength(1);
    stop.abort();
    expect((await running).end).toEqual({ kind: "stopped" });
    await expect.poll(() => ums.aborted(), { timeout: 5_000 }).toBe(1);
  });
});
