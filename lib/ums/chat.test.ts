import { describe, expect, it } from "vitest";
import { UmsChatAnswer, type UmsChatRequest } from "../contracts/ums-chat.ts";
import { db } from "../db/client.ts";
import { seedPeople } from "../db/ums/seed-people.ts";
import { provideUms, signedHeaders } from "./testing/provide-ums.ts";

const ums = provideUms();
const [first, second] = seedPeople();
if (!first || !second) throw new Error("there are no seed people");

async function open(): Promise<string> {
  const init = { method: "POST", headers: signedHeaders(), body: "{}" };
  const opened = await (await fetch(`${ums.server().url}/conversations`, init)).json();
  return opened.id;
}

function post(id: string, request: UmsChatRequest, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify(request);
  const init = { method: "POST", headers: signedHeaders(), body, signal };
  return fetch(`${ums.server().url}/conversations/${id}/chat`, init);
}

const say = (content: string, stream = false): UmsChatRequest => ({
  message: { role: "user", content },
  stream,
});

async function ask(id: string, request: UmsChatRequest): Promise<UmsChatAnswer> {
  const response = await post(id, request);
  expect(response.status).toBe(200);
  return UmsChatAnswer.parse(await response.json());
}

const call = (name: string, args: object) => ({
  toolCalls: [{ name, arguments: JSON.stringify(args) }],
});
const text = (words: string) => ({ text: words });
const stored = async (conversationId: string) =>
  (await db().umsMessage.findMany({ where: { conversationId }, orderBy: { ordinal: "asc" } })).map(
    ({ message }) => message as { role: string; content: string; tool_calls?: unknown[] },
  );
const exists = async (id: string) => (await db().umsPerson.count({ where: { id } })) === 1;

/** The frames of a streamed answer, as JSON; `[DONE]` stays text. */
async function frames(response: Response): Promise<unknown[]> {
  const events = (await response.text())
    .split("\n\n")
    .filter((event) => event.startsWith("data: "));
  return events.map((event) => {
    const data = event.slice("data: ".length);
    return data === "[DONE]" ? data : JSON.parse(data);
  });
}

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
    expect(await stored(id)).toEqual([]);
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
    const [start, error, done] = await frames(await post(id, say("Hello", true)));
    expect(start).toEqual({ conversation_id: id });
    expect(error).toMatchObject({ error: { code: "model-unavailable" } });
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
    await expect.poll(() => ums.aborted(), { timeout: 5_000 }).toBe(1);
    await expect.poll(() => stored(id), { timeout: 5_000 }).toHaveLength(2);
    const [, answer] = await stored(id);
    expect(answer?.content).toMatch(/^word /);
  });
});

describe("the service's memory", () => {
  it("keeps whole messages, gives them to the model again, and returns none of them", async () => {
    const id = await open();
    await ums.script(call("list_people", { limit: 2 }), text("Here are two."));
    const before = await ask(id, say("List two people"));
    expect((await stored(id)).map(({ role }) => role)).toEqual([
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
    const messages = JSON.stringify(await stored(id));
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

describe("changing people", () => {
  const deletion = () => ums.script(call("delete_person", { id: first.id }));

  it("asks first, naming the real person, and changes nothing", async () => {
    const id = await open();
    await deletion();
    const answer = await ask(id, say("Delete the first one"));
    const question = `Delete ${first.name} (${first.email})?`;
    expect(answer.content).toBe(question);
    expect(answer.approval).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      question,
      tool: "delete_person",
    });
    expect(answer.hops?.[0]).toMatchObject({
      outcome: "denied",
      resultSha256: null,
      decision: { outcome: "needs_approval" },
    });
    expect(await exists(first.id)).toBe(true);
  });

  it("names what would change, from what to what", async () => {
    const id = await open();
    await ums.script(call("update_person", { id: first.id, city: "Oslo", name: "A. Whitcombe" }));
    const { content } = await ask(id, say("She moved"));
    expect(content).toBe(
      `Change ${first.name} (${first.email}): name from ${first.name} to A. Whitcombe, city from ${first.city} to Oslo?`,
    );
  });

  it("says the same in the last chunk of a stream", async () => {
    const id = await open();
    await deletion();
    const all = await frames(await post(id, say("Delete the first one", true)));
    const question = `Delete ${first.name} (${first.email})?`;
    expect(all.at(-2)).toMatchObject({
      choices: [{ finish_reason: "stop" }],
      approval: { question, tool: "delete_person" },
    });
    expect(JSON.stringify(all.slice(1, -2))).toContain(question);
  });

  it("runs exactly the stored call once it is approved, before the model is asked", async () => {
    const id = await open();
    await deletion();
    const { approval } = await ask(id, say("Delete the first one"));
    await ums.script(text("She is gone."));
    const calls = (await ums.prompts()).length;
    const request = { ...say("Yes"), approval: { id: approval?.id ?? "", decision: "approved" } };
    const answer = await ask(id, request as UmsChatRequest);
    expect(answer.content).toBe("She is gone.");
    expect(answer.hops).toMatchObject([
      {
        tool: "delete_person@1.0.0",
        outcome: "ok",
        approved: true,
        decision: { outcome: "allow" },
      },
    ]);
    expect(await exists(first.id)).toBe(false);
    const prompts = await ums.prompts();
    expect(prompts).toHaveLength(calls + 1);
    expect(prompts.at(-1)?.messages.at(-1)).toMatchObject({ role: "tool" });
  });

  it("tells the model when it was declined, and leaves the person alone", async () => {
    const id = await open();
    await deletion();
    const { approval } = await ask(id, say("Delete the first one"));
    await ums.script(text("Nothing was changed."));
    const decided = { id: approval?.id ?? "", decision: "declined" as const };
    const answer = await ask(id, { ...say("No"), approval: decided });
    expect(answer.content).toBe("Nothing was changed.");
    expect(answer.hops).toEqual([]);
    expect(await exists(first.id)).toBe(true);
    const last = (await ums.prompts()).at(-1)?.messages.at(-1);
    expect(last).toMatchObject({ role: "tool", content: expect.stringContaining("declined") });
  });

  it("refuses an approval that was used, was never given, or is another conversation's", async () => {
    const [id, other] = [await open(), await open()];
    await deletion();
    const { approval } = await ask(id, say("Delete the first one"));
    const given = (approvalId: string) => ({
      ...say("Yes"),
      approval: { id: approvalId, decision: "approved" as const },
    });
    const open409 = async (conversation: string, approvalId: string) => {
      const response = await post(conversation, given(approvalId));
      return `${response.status} ${(await response.json()).error.code}`;
    };
    const closed = "409 approval-closed";
    expect(await open409(other, approval?.id ?? "")).toBe(closed);
    expect(await open409(id, "00000000-0000-4000-8000-000000000000")).toBe(closed);
    expect(await exists(first.id)).toBe(true);
    await ums.script(text("Done."));
    await ask(id, given(approval?.id ?? ""));
    expect(await exists(first.id)).toBe(false);
    expect(await open409(id, approval?.id ?? "")).toBe(closed);
  });

  it("closes the question when the person says something else", async () => {
    const id = await open();
    await deletion();
    const { approval } = await ask(id, say("Delete the first one"));
    await ums.script(text("Never mind, then."));
    await ask(id, say("Never mind"));
    const late = { id: approval?.id ?? "", decision: "approved" as const };
    expect((await post(id, { ...say("Yes"), approval: late })).status).toBe(409);
    expect(await exists(first.id)).toBe(true);
  });

  it("asks nobody about a person who does not exist: the model mends its call", async () => {
    const id = await open();
    const nobody = "00000000-0000-4000-8000-000000000000";
    await ums.script(
      call("delete_person", { id: nobody }),
      call("delete_person", { id: second.id }),
    );
    const answer = await ask(id, say("Delete the second one"));
    expect(answer.content).toBe(`Delete ${second.name} (${second.email})?`);
    const told = (await ums.prompts()).at(-1)?.messages.at(-1);
    expect(told).toMatchObject({ role: "tool", content: expect.stringContaining(nobody) });
  });

  it("asks one question at a time", async () => {
    const id = await open();
    const both = [first, second].map((person) => ({
      name: "delete_person",
      arguments: JSON.stringify({ id: person.id }),
    }));
    await ums.script({ toolCalls: both });
    const { approval } = await ask(id, say("Delete both"));
    await ums.script(call("delete_person", { id: second.id }));
    const decided = { id: approval?.id ?? "", decision: "approved" as const };
    const next = await ask(id, { ...say("Yes"), approval: decided });
    expect(next.content).toBe(`Delete ${second.name} (${second.email})?`);
    expect([await exists(first.id), await exists(second.id)]).toEqual([false, true]);
  });

  it("needs nobody's word to add a person", async () => {
    const id = await open();
    const ada = { name: "Ada", email: "ada@people.example", department: "Legal", city: "Oslo" };
    await ums.script(call("create_person", ada), text("Added."));
    const answer = await ask(id, say("Add Ada"));
    expect(answer.approval).toBeUndefined();
    expect(answer.hops).toMatchObject([{ writes: true, outcome: "ok" }]);
    expect(await db().umsPerson.count({ where: { email: ada.email } })).toBe(1);
  });
});
