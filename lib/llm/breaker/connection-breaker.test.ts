/** A connection that fails is left out for a while, by all conversations and instances, and then tried by one call. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ConnectionEvent } from "../../contracts/model/connection-event.ts";
import type { ModelListener, ModelRequest } from "../model-types.ts";
import {
  brokenStream,
  DONE,
  FINISH,
  json,
  type RawAnswer,
  type RawServer,
  startFailingServer,
  stream,
  textEvent,
} from "../testing/start-raw-server.ts";
import { ask, createTestClient, testConnection } from "../testing/test-client.ts";
import { createBreaker } from "./connection-breaker.ts";

const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(...answers: RawAnswer[]): Promise<RawServer> {
  const server = await startFailingServer(...answers);
  servers.push(server);
  return server;
}

const says = (text: string) => stream(textEvent(text), FINISH, DONE);
const down = json(500, { error: { message: "down" } });

/** Two connections with a breaker whose clock goes on by a second with each turn, and as it is moved. */
async function startTwo(first: RawAnswer[], second: RawAnswer[] = [says("second")]) {
  const clock = { now: 1_000_000 };
  const servers = [await start(...first), await start(...second)] as const;
  const breaker = createBreaker(() => clock.now);
  const route = servers.map(({ url }, index) => testConnection(url, ["first", "second"][index]));
  const call = createTestClient(route, { maxAttempts: 1, breaker });
  return {
    breaker,
    pass: (seconds: number) => {
      clock.now += seconds * 1_000;
    },
    asked: () => servers.map(({ bodies }) => bodies.length),
    /** @returns the text and whose it is, or why there is none */
    turn: async (
      conversationId: string,
      listener?: ModelListener,
      given?: Partial<ModelRequest>,
    ) => {
      clock.now += 1_000;
      const turn = { runId: crypto.randomUUID(), userId: null, conversationId };
      const result = await call(ask("hello", { turn, ...given }), listener);
      return result.ok ? result.answer.text : result.reason;
    },
  };
}

describe("three failures of two conversations", () => {
  it.each([
    ["5xx", down],
    ["broken connections", ((response) => void response.destroy()) as RawAnswer],
    ["broken answers", brokenStream(textEvent("fir"))],
    ["refused keys", json(401, { error: { message: "Invalid API key" } })],
    ["refused keys, said with 400", json(400, { error: { message: "API key not valid" } })],
    ["overload", json(503, { error: { message: "overloaded" } })],
  ])("leave out a connection: %s", async (_, failing) => {
    const { turn, asked, breaker } = await startTwo([failing]);
    for (const conversation of ["a", "b", "a"]) await turn(conversation);
    expect(breaker.stateOf("first").state).toBe("open");
    expect(await turn("c")).toBe("second");
    expect(asked()[0]).toBe(3);
  });

  it.each([
    [400, { error: { message: "the stars are not right" } }],
    [400, { error: { message: "blocked", code: "content_filter" } }],
    [400, { error: { message: "maximum context length is 5 tokens" } }],
    [404, { error: { message: "no such model" } }],
    [413, {}],
    [422, { detail: "no" }],
    [429, { error: { message: "slow down" } }],
    [402, { error: { message: "pay" } }],
  ])("count not where they are %i %j", async (status, body) => {
    const { turn, breaker } = await startTwo([json(status, body)]);
    for (const conversation of ["a", "b", "a", "b"]) await turn(conversation);
    expect(breaker.stateOf("first").state).toBe("closed");
  });

  it("count not where one conversation has them all, or nobody's", async () => {
    const { turn, breaker, asked } = await startTwo([down]);
    for (let each = 0; each < 5; each += 1) await turn("a");
    expect(breaker.stateOf("first").state).toBe("closed");
    for (let each = 0; each < 5; each += 1) await turn("", undefined, { turn: undefined as never });
    expect(breaker.stateOf("first").state).toBe("closed");
    expect(asked()[0]).toBe(10);
  });

  it("count not with an answer in between: most calls are answered", async () => {
    const { turn, breaker } = await startTwo([down, down, says("first"), down, down]);
    for (const conversation of ["a", "b", "c", "d", "d"]) await turn(conversation);
    expect(breaker.stateOf("first").state).toBe("closed");
  });
});

describe("a connection that is left out", () => {
  it("is tried by one call after half a minute, and answers again", async () => {
    const { turn, pass, asked, breaker } = await startTwo([down, down, down, says("first")]);
    for (const conversation of ["a", "b", "c"]) await turn(conversation);
    pass(20);
    expect(await turn("d")).toBe("second");
    pass(10);
    expect(breaker.stateOf("first").state).toBe("half-open");
    expect(await turn("d")).toBe("first");
    expect(breaker.stateOf("first").state).toBe("closed");
    expect(await turn("e")).toBe("first");
    expect(asked()).toEqual([5, 4]);
  });

  it("is left out again where the try fails", async () => {
    const { turn, pass, asked, breaker } = await startTwo([down]);
    for (const conversation of ["a", "b", "c"]) await turn(conversation);
    pass(31);
    expect(await turn("d")).toBe("second");
    expect(breaker.stateOf("first").state).toBe("open");
    await turn("e");
    expect(asked()[0]).toBe(4);
  });

  it("is tried by one call at a time, and by the next where that one is stopped", async () => {
    const stop = new AbortController();
    const { turn, pass, asked } = await startTwo([
      ...[down, down, down],
      () => stop.abort(),
      says("first"),
    ]);
    for (const conversation of ["a", "b", "c"]) await turn(conversation);
    pass(31);
    const meanwhile = vi.fn<() => Promise<string>>();
    const tried = turn("d", undefined, { signal: stop.signal });
    meanwhile.mockReturnValue(turn("e"));
    expect(await meanwhile()).toBe("second");
    expect(await tried).toBe("aborted");
    expect(await turn("f")).toBe("first");
    expect(asked()[0]).toBe(5);
  });

  it("is named in the log of each turn that did not ask it", async () => {
    const { turn } = await startTwo([down]);
    for (const conversation of ["a", "b", "c"]) await turn(conversation);
    const onRefusal = vi.fn<NonNullable<ModelListener["onRefusal"]>>();
    await turn("d", { onRefusal });
    expect(onRefusal.mock.calls).toMatchObject([
      [{ reply: { connection: "first", status: null, code: "left-out" }, takesOver: "second" }],
    ]);
  });

  it("is asked once where all others are left out, too", async () => {
    const { turn, asked, breaker } = await startTwo([down], [down, down, down, says("second")]);
    for (const conversation of ["a", "b", "c"])
      expect(await turn(conversation)).toBe("model-unavailable");
    expect(["first", "second"].map((id) => breaker.stateOf(id).state)).toEqual(["open", "open"]);
    expect(await turn("d")).toBe("second");
    expect(breaker.stateOf("second").state).toBe("closed");
    expect(asked()).toEqual([4, 4]);
  });
});

it("instances share what they saw, and forget what the store has forgotten", async () => {
  const stored: ConnectionEvent[] = [];
  const keeper = {
    add: async (events: readonly ConnectionEvent[]) => void stored.push(...events),
    read: async () => stored.map((event) => ({ ...event })),
  };
  const one = await startTwo([down]);
  const other = await startTwo([down]);
  for (const conversation of ["a", "b"]) await one.turn(conversation);
  await other.turn("c");
  for (const { breaker } of [one, other, one, other]) await breaker.share(keeper);
  expect([one, other].map(({ breaker }) => breaker.stateOf("first").state)).toEqual([
    "open",
    "open",
  ]);
  expect(stored).toHaveLength(3);
  await other.turn("d");
  expect(other.asked()).toEqual([1, 2]);
  for (const event of stored) event.ageMs += 31_000;
  for (const { breaker } of [one, other]) await breaker.share(keeper);
  expect(other.breaker.stateOf("first").state).toBe("half-open");
  stored.length = 0;
  for (const { breaker } of [one, other]) await breaker.share(keeper);
  expect(one.breaker.stateOf("first").state).toBe("closed");
});

it("an instance that has just started ends what failed before it was there", async () => {
  const failed = ["a", "b", "c"].map((by) => ({
    id: by,
    connection: "first",
    kind: "failed" as const,
    by,
    ageMs: 40_000,
  }));
  const breaker = createBreaker(() => 1_000);
  await breaker.share({ add: async () => undefined, read: async () => failed });
  expect(breaker.stateOf("first").state).toBe("half-open");
  breaker.noteAnswer("first", 10);
  expect(breaker.stateOf("first").state).toBe("closed");
});

it("a store that is away loses nothing of what an instance saw itself", async () => {
  const { turn, breaker } = await startTwo([down]);
  const away = { add: () => Promise.reject(new Error("away")), read: async () => [] };
  for (const conversation of ["a", "b", "c"]) await turn(conversation);
  await expect(breaker.share(away)).rejects.toThrow("away");
  expect(breaker.stateOf("first").state).toBe("open");
  const stored: ConnectionEvent[] = [];
  await breaker.share({
    add: async (events) => void stored.push(...events),
    read: async () => stored,
  });
  expect(stored).toHaveLength(3);
  expect(breaker.stateOf("first").state).toBe("open");
});
