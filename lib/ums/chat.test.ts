import { describe, expect, it } from "vitest";
import { UmsChatAnswer } from "../contracts/ums/ums-chat.ts";
import { db } from "../db/client.ts";
import { seedPeople } from "../db/ums/seed-directory.ts";
import { call, converseWith, frames, say, storedMessages, text } from "./testing/converse.ts";
import { provideUms, signedHeaders } from "./testing/provide-ums.ts";

const ums = provideUms();
const { open, post, ask } = converseWith(ums);
const [first, second] = seedPeople();
if (!first || !second) throw new Error("there are no seed people");

describe("an answer in one piece", () => {
  it("has the content and the conversation's id", async () => {
    const id = await open();
    await ums.script(call("count_people_by", { field: "department" }), text("There are ten."));
    const answer = await ask(id, say("How many departments are there?"));
    expect(answer).toMatchObject({ content: "There are ten.", conversation_id: id });
    expect(answer.approval).toBeUndefined();
  });

  it("reports its tool hops by digest, and its model calls by manifest", async () => {
    const id = await open();
    await ums.script(call("find_people", { query: first.email }), text("Found."));
    const { hops, model_calls: calls } = await ask(id, say("Who is that?"));
    expect(hops).toHaveLength(1);
    expect(hops?.[0]).toMatchObject({
      parentRef: null,
      tool: "find_people@1.0.0",
      outcome: "ok",
      writes: false,
      approved: false,
      decision: { outcome: "allow" },
    });
    expect(calls?.map(({ callId, outcome }) => [callId, outcome])).toEqual([
      ["m1", "ok"],
      ["m2", "ok"],
    ]);
    const kinds = calls?.[1]?.manifest.segments.map(({ kind }) => kind);
    expect(kinds).toEqual(["system-prompt", "current-input", "run-scratchpad", "tool-schemas"]);
    expect(JSON.stringify({ hops, calls })).not.toContain(first.email);
  });

  it("says with its status and a typed code when the model fails", async () => {
    const id = await open();
    await ums.fail();
    const response = await post(id, say("Hello"));
    expect(response.status).toBe(503);
    expect((await response.json()).error.code).toBe("model-unavailable");
    expect(await storedMessages(id)).toEqual([]);
  });
});

describe("a streamed answer", () => {
  it("has the frames of the wire, in their order", async () => {
    const id = await open();
    await ums.script(call("list_people", { limit: 2 }), text("Two of them."));
    const response = await post(id, say("List two", true));
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const [start, ...rest] = await frames(response);
    expect(start).toEqual({ conversation_id: id });
    expect(rest.at(-1)).toBe("[DONE]");
    const last = rest.at(-2) as Frame;
    expect(last.choices).toEqual([{ index: 0, delta: {}, finish_reason: "stop" }]);
    const chunks = rest.slice(0, -2) as Frame[];
    expect(chunks.every(({ choices }) => choices[0]?.finish_reason === null)).toBe(true);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content).join("")).toBe("Two of them.");
    expect(chunks.flatMap(({ hops }) => hops ?? [])).toHaveLength(1);
  });

  type Frame = {
    choices: { index: number; delta: { content?: string }; finish_reason: string | null }[];
    hops?: unknown[];
  };

  it("ends in an error frame when the model fails", async () => {
    const id = await open();
    await ums.fail();
    const [start, told, error, done] = await frames(await post(id, say("Hello", true)));
    expect(start).toEqual({ conversation_id: id });
    expect(told).toMatchObject({ model_calls: [{ outcome: "failed" }] });
    expect(error).toMatchObject({
      error: { code: "model-unavailable" },
      duration_ms: expect.any(Number),
    });
    expect(done).toBe("[DONE]");
  });

  it("stops the model when its reader goes away, and keeps what was said", async () => {
    const id = await open();
    await ums.script({ text: "word ".repeat(2_000), tokenDelayMs: 5 });
    const reader = new AbortController();
    const response = await post(id, say("Say much", true), reader.signal);
    const chunks = response.body?.getReader();
    for (let count = 0; count < 8; count += 1) await chunks?.read();
    reader.abort();
    await expect.poll(() => ums.aborted()).toBe(1);
    await expect.poll(() => storedMessages(id)).toHaveLength(2);
    const [, answer] = await storedMessages(id);
    expect(answer?.content).toMatch(/^word /);
  });
});

describe("the service's memory", () => {
  it("keeps whole messages, gives them to the model again, and returns none of them", async () => {
    const id = await open();
    await ums.script(call("list_people", { limit: 2 }), text("Here are two."));
    const before = await ask(id, say("List two people"));
    expect((await storedMessages(id)).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
    await ums.script(text("The second one."));
    const after = await ask(id, say("Who was the second one?"));
    const prompt = (await ums.prompts()).at(-1)?.messages ?? [];
    expect(prompt.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
    expect(prompt[3]?.content).toContain(second.email);
    const returned = JSON.stringify([before, after]);
    expect(returned).not.toContain("You look after");
    expect(returned).not.toContain(second.id);
    expect(returned).not.toContain('"tool_calls":');
  });

  it("is one conversation's own", async () => {
    const [mine, other] = [await open(), await open()];
    await ums.script(text("Noted."), text("Hello."));
    await ask(mine, say("Remember the word heliotrope"));
    await ask(other, say("Hello"));
    expect(JSON.stringify((await ums.prompts()).at(-1))).not.toContain("heliotrope");
  });

  it("never stores the system prompt, nor a secret", async () => {
    const id = await open();
    await ums.script(text("Noted."));
    await ask(id, say("My key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"));
    const messages = JSON.stringify(await storedMessages(id));
    expect(messages).not.toContain("You look after");
    expect(messages).not.toContain("abcdefghijklmnop");
    expect(JSON.stringify(await ums.prompts())).not.toContain("abcdefghijklmnop");
  });

  it("outlives a message that cannot be read", async () => {
    const id = await open();
    await ums.script(text("One."), text("Two."));
    await ask(id, say("First"));
    await db().umsMessage.updateMany({ where: { ordinal: 2 }, data: { message: { role: "?" } } });
    expect((await ask(id, say("Second"))).content).toBe("Two.");
  });
});

describe("a call that is sent again", () => {
  const message = say("Delete them");

  /** One process that makes the call under its key. */
  async function send(id: string, key: string, stream = false, signal?: AbortSignal) {
    return fetch(`${ums.server().url}/conversations/${id}/chat`, {
      method: "POST",
      headers: { ...signedHeaders(), "idempotency-key": key },
      body: JSON.stringify({ ...message, stream }),
      signal,
    });
  }

  async function question(id: string, key: string) {
    await ums.script(call("delete_person", { id: second?.id }));
    return UmsChatAnswer.parse(await (await send(id, key)).json()).approval;
  }

  it("asks one question under one id", async () => {
    const id = await open();
    const key = `${crypto.randomUUID()}:h2`;
    const [asked, again] = [await question(id, key), await question(id, key)];
    expect(asked?.tool).toBe("delete_person");
    expect(again).toEqual(asked);
  });

  it("leaves the question open, and what was said, where it is cut off", async () => {
    const id = await open();
    const key = `${crypto.randomUUID()}:h2`;
    const asked = await question(id, key);
    const said = await storedMessages(id);
    await ums.script({ text: "word ".repeat(2_000), tokenDelayMs: 5 });
    const reader = new AbortController();
    const chunks = (await send(id, key, true, reader.signal)).body?.getReader();
    for (let count = 0; count < 4; count += 1) await chunks?.read();
    reader.abort();
    // Written behind the exchange.
    const traces = () => db().umsTrace.count({ where: { conversationId: id } });
    await expect.poll(traces).toBe(2);
    expect(await storedMessages(id)).toEqual(said);
    await ums.script(text("They stay."));
    const decided = {
      ...say("No"),
      approval: { id: asked?.id ?? "", decision: "declined" as const },
    };
    expect((await ask(id, decided)).content).toBe("They stay.");
  });
});
