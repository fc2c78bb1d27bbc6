import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../scripts/testing/test-database.ts";
import { UmsConversation } from "../../contracts/ums/ums-chat.ts";
import { closeDatabase, db } from "../client.ts";
import { saveExchange } from "./save-exchange.ts";
import { forkConversation, loadConversation, openConversation } from "./service-conversations.ts";
import { takeHop } from "./take-hop.ts";
import { takePending } from "./take-pending.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("BETTER_AUTH_SECRET", "a secret of at least thirty-two characters");
});

afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });

describe("a conversation", () => {
  it("is opened in the wire format and starts empty", async () => {
    const opened = await openConversation("People");
    expect(UmsConversation.parse(opened)).toEqual(opened);
    expect(opened.title).toBe("People");
    expect((await openConversation(null)).title).toBeNull();
    expect((await loadConversation(opened.id, 5))?.messages).toEqual([]);
  });

  it("gives its last exchanges whole, in order", async () => {
    const { id } = await openConversation(null);
    const first = [user("one"), assistant("calls"), { role: "tool", content: "1" }, assistant("1")];
    const second = [user("two"), assistant("2")];
    const third = [user("three"), assistant("3")];
    for (const exchange of [first, second, third]) {
      expect(await saveExchange(id, exchange, null)).not.toBeNull();
    }
    expect((await loadConversation(id, 1))?.messages).toEqual(third);
    expect((await loadConversation(id, 2))?.messages).toEqual([...second, ...third]);
    expect((await loadConversation(id, 50))?.messages).toEqual([...first, ...second, ...third]);
  });

  it("that does not exist is neither read nor written", async () => {
    const id = randomUUID();
    expect(await loadConversation(id, 5)).toBeNull();
    expect(await saveExchange(id, [user("one")], null)).toBeNull();
    expect(await db().umsMessage.count({ where: { conversationId: id } })).toBe(0);
  });

  it("goes on from any position in a conversation of its own", async () => {
    const { id } = await openConversation("People");
    const first = await saveExchange(id, [user("one"), assistant("1")], null);
    const waiting = { approvalId: randomUUID() };
    await saveExchange(id, [user("two"), assistant("2")], waiting);
    const fork = await forkConversation(id, first ?? 0);
    expect(UmsConversation.parse(fork)).toMatchObject({ title: "People" });
    const forkId = fork?.id ?? "";
    expect((await loadConversation(forkId, 9))?.messages).toEqual([user("one"), assistant("1")]);
    expect(await takePending(forkId, waiting.approvalId)).toBeNull();
    await saveExchange(forkId, [user("other"), assistant("3")], null);
    expect((await loadConversation(id, 1))?.messages).toEqual([user("two"), assistant("2")]);
    const empty = (await forkConversation(id, 0))?.id ?? "";
    expect((await loadConversation(empty, 9))?.messages).toEqual([]);
    expect(await forkConversation(randomUUID(), 1)).toBeNull();
    await db().umsConversation.delete({ where: { id } });
    expect(await loadConversation(forkId, 9)).toBeNull();
  });

  it("keeps exchanges that come in the same moment one after the other", async () => {
    const { id } = await openConversation(null);
    const saves = ["a", "b", "c"].map((word) =>
      saveExchange(id, [user(word), assistant(word)], null),
    );
    expect((await Promise.all(saves)).toSorted()).toEqual([2, 4, 6]);
    const words = (await loadConversation(id, 9))?.messages.map((one) => Object(one).content);
    expect(words).toHaveLength(6);
    for (let at = 0; at < 6; at += 2) expect(words?.[at]).toBe(words?.[at + 1]);
  });

  it("keeps one exchange of a call that two processes have answered", async () => {
    const { id } = await openConversation(null);
    const key = `${randomUUID()}:h1`;
    const waiting = { approvalId: randomUUID() };
    const save = (content: string, pending: object | null, yields: boolean) =>
      saveExchange(id, [user("one"), assistant(content)], pending, false, key, { yields });
    // A process whose caller has left stores its exchange only if the other one has not stored its own.
    expect(await save("cut", null, true)).toBe(2);
    expect(await save("whole", waiting, false)).toBe(4);
    expect(await save("late", null, true)).toBeNull();
    const whole = [user("one"), assistant("whole")];
    expect(await loadConversation(id, 5)).toEqual({ messages: whole, lastKey: key });
    expect(await takePending(id, waiting.approvalId)).toMatchObject({ again: false });
  });

  it("takes nothing from a run that is late: another one has answered since it began", async () => {
    const { id } = await openConversation(null);
    const [first, second] = [`${randomUUID()}:h1`, `${randomUUID()}:h1`];
    const waiting = { approvalId: randomUUID() };
    const save = (content: string, pending: object | null, key: string, lastKey: string | null) =>
      saveExchange(id, [user(content), assistant(content)], pending, false, key, { lastKey });
    expect(await save("first", null, first, null)).toBe(2);
    expect(await save("second", waiting, second, first)).toBe(4);
    expect(await save("late", null, first, null)).toBeNull();
    expect((await loadConversation(id, 9))?.messages).toHaveLength(4);
    expect(await takePending(id, waiting.approvalId)).toMatchObject({ again: false });
    // Two calls of one run are both kept.
    expect(await save("more", null, `${second.split(":")[0]}:h2`, first)).toBe(6);
  });

  it("replaces characters that PostgreSQL cannot store", async () => {
    const { id } = await openConversation("a\0b");
    await saveExchange(id, [user("c\0d \ud800")], null);
    expect((await loadConversation(id, 1))?.messages).toEqual([user("cd \ufffd")]);
  });
});

describe("a pending call", () => {
  const pending = () => ({ approvalId: randomUUID(), tool: "delete_person" });

  it("is taken once, even by two at the same time", async () => {
    const { id } = await openConversation(null);
    const waiting = pending();
    await saveExchange(id, [user("delete her")], waiting);
    const taken = await Promise.all([
      takePending(id, waiting.approvalId),
      takePending(id, waiting.approvalId),
    ]);
    const firsts = taken.filter((found) => found?.again === false);
    expect(firsts).toEqual([{ call: waiting, again: false, isPutBack: false, before: null }]);
    expect(await takePending(id, waiting.approvalId)).toEqual({
      call: waiting,
      again: true,
      isPutBack: false,
      before: null,
    });
    await saveExchange(id, [user("next")], null);
    expect(await takePending(id, waiting.approvalId)).toBeNull();
  });

  it("is not found under another id or in another conversation", async () => {
    const { id } = await openConversation(null);
    const other = await openConversation(null);
    const waiting = pending();
    await saveExchange(id, [user("delete her")], waiting);
    expect(await takePending(id, randomUUID())).toBeNull();
    expect(await takePending(other.id, waiting.approvalId)).toBeNull();
    expect(await takePending(id, waiting.approvalId)).toEqual({
      call: waiting,
      again: false,
      isPutBack: false,
      before: null,
    });
  });

  it("is not asked again where a process that was late stores its question once more", async () => {
    const { id } = await openConversation(null);
    const key = `${randomUUID()}:h1`;
    const waiting = pending();
    const ask = () => saveExchange(id, [user("delete her")], waiting, false, key);
    await ask();
    expect(await takePending(id, waiting.approvalId)).toMatchObject({ again: false });
    await ask();
    expect(await takePending(id, waiting.approvalId)).toEqual({
      call: waiting,
      again: true,
      isPutBack: false,
      before: null,
    });
  });

  it("is known where it was taken, however often somebody puts it back, and nowhere else", async () => {
    const [one, other] = [await openConversation(null), await openConversation(null)];
    const waiting = pending();
    const putBack = ({ id }: typeof one) =>
      db().umsConversation.update({ where: { id }, data: { pending: waiting } });
    for (const isPutBack of [false, true, true]) {
      await putBack(one);
      expect(await takePending(one.id, waiting.approvalId)).toMatchObject({ isPutBack });
    }
    await putBack(other);
    expect(await takePending(other.id, waiting.approvalId)).toMatchObject({ isPutBack: false });
  });

  it("is closed by the next exchange", async () => {
    const { id } = await openConversation(null);
    const waiting = pending();
    await saveExchange(id, [user("delete her")], waiting);
    await saveExchange(id, [user("never mind")], null);
    expect(await takePending(id, waiting.approvalId)).toBeNull();
  });
});

describe("a signed hop", () => {
  const timed = true;
  const MINUTE_MS = 60_000;

  it("is taken once, even by two at the same time", async () => {
    const key = randomUUID();
    const taken = await Promise.all([
      takeHop({ key, timed }, MINUTE_MS),
      takeHop({ key, timed }, MINUTE_MS),
    ]);
    expect(taken.toSorted()).toEqual([false, true]);
    expect(await takeHop({ key, timed }, MINUTE_MS)).toBe(false);
    expect(await takeHop({ key: randomUUID(), timed }, MINUTE_MS)).toBe(true);
  });

  it("is forgotten when it is old, unless it has no time of its own", async () => {
    const [dated, undated] = [randomUUID(), randomUUID()];
    await takeHop({ key: dated, timed }, MINUTE_MS);
    await takeHop({ key: undated, timed: false }, MINUTE_MS);
    await db().umsSeenHop.updateMany({ data: { seenAt: new Date(Date.now() - 2 * MINUTE_MS) } });
    await takeHop({ key: randomUUID(), timed }, MINUTE_MS);
    expect(await db().umsSeenHop.count({ where: { key: dated } })).toBe(0);
    expect(await takeHop({ key: undated, timed: false }, MINUTE_MS)).toBe(false);
  });
});
