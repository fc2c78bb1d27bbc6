/** The endings of turns with the real service: a question, a refusal, a failure, a stop. */
import { describe, expect, it } from "vitest";
import { db } from "../db/client.ts";
import { seedPeople } from "../db/ums/seed-directory.ts";
import { call } from "./testing/converse.ts";
import { provideUms, wipeUms } from "./testing/provide-ums.ts";
import { approve, serviceOf, stateOf, usersTurn } from "./testing/users-turn.ts";

const ums = provideUms();
const turn = (text: string, given: Parameters<typeof usersTurn>[2] = {}) =>
  usersTurn(ums, text, given);
const [first] = seedPeople();
if (!first) throw new Error("there are no seed people");

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

  it("is good for one run of its call, and for every retry of its turn; then it is closed", async () => {
    const asked = await askToDelete();
    const given = { stored: stateOf(asked), approval: approve(asked) };
    await ums.script(
      { text: "She is gone." },
      { text: "She is gone, as I said." },
      { text: "Hi." },
    );
    await turn("Approved.", given);
    const again = await turn("Approved.", given);
    expect(again).toMatchObject({ end: { kind: "answered" }, answer: "She is gone, as I said." });
    expect(again.events.map(({ type }) => type)).not.toContain("tool.called");
    await turn("Hello", { stored: stateOf(asked) });
    const late = await turn("Approved.", given);
    expect(late.end).toEqual({ kind: "failed", reason: "approval-closed" });
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
        service: { ...serviceOf(ums), ...wrong },
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
    await expect.poll(() => ums.prompts()).toHaveLength(1);
    stop.abort();
    expect((await running).end).toEqual({ kind: "stopped" });
    await expect.poll(() => ums.aborted()).toBe(1);
  });
});
