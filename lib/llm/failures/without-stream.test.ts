/** A call whose streamed attempts all fail of the server goes once more without a stream. */
import { expect, it, onTestFinished } from "vitest";
import { createCapabilityTable } from "../capability-table.ts";
import { REFUSALS_COUNT_MS } from "../limits.ts";
import type { ModelListener } from "../model-types.ts";
import {
  brokenStream,
  DONE,
  event,
  FINISH,
  json,
  type RawAnswer,
  startRawServer,
  stream,
  textEvent,
} from "../testing/start-raw-server.ts";
import { ask, createTestClient, testConnection } from "../testing/test-client.ts";

const failing = (message = "immutable") =>
  json(500, { error: { message } }, { "retry-after-ms": "1" });
const whole = json(200, {
  choices: [{ index: 0, message: { role: "assistant", content: "whole" }, finish_reason: "stop" }],
});
const streamed = stream(textEvent("streamed"), FINISH, DONE);

/** A server with one answer for streamed calls and one for others, and a clock that is moved. */
async function start(answers: { streamed: RawAnswer; whole?: RawAnswer }, maxAttempts = 1) {
  const clock = { now: Date.now() };
  const current = { ...answers };
  const server = await startRawServer((response, request) => {
    const isStreamed = server.bodies.at(-1)?.includes('"stream":true') ?? false;
    (isStreamed ? current.streamed : (current.whole ?? whole))(response, request);
  });
  onTestFinished(() => server.close());
  const connection = testConnection(server.url);
  const table = createCapabilityTable(() => clock.now);
  const call = createTestClient([connection], { table, maxAttempts });
  return {
    current,
    connection,
    table,
    call,
    pass: (ms: number) => {
      clock.now += ms;
    },
    /** @returns the text, or why there is none */
    turn: async (runId: string, listener?: ModelListener) => {
      clock.now += 1_000;
      const result = await call(ask("hello", { turn: { runId, userId: null } }), listener);
      return result.ok ? result.answer.text : result.reason;
    },
    /** Whether each request since the last look was streamed. */
    sent: () => server.bodies.splice(0).map((body) => JSON.parse(body).stream === true),
  };
}

it.each<[string, RawAnswer]>([
  ["500", failing()],
  ["502 of a gateway without words", json(502, {})],
  ["503 that names nothing", json(503, { error: { message: "sorry" } })],
  ["an error in a stream", stream(event({ error: { message: "immutable" } }))],
  ["500 that is said with 200", json(200, { error: { message: "immutable", code: 500 } })],
  ["a stream that ends at once", stream()],
  ["a stream that breaks before its first event", brokenStream(": wait\n\n")],
])("%s for each streamed call: it is asked for a whole answer", async (_, answer) => {
  const { turn, sent } = await start({ streamed: answer });
  expect(await turn("one")).toBe("whole");
  expect(sent()).toEqual([true, false]);
});

it("goes without a stream only after the last attempt, and tells the log", async () => {
  const { turn, sent } = await start({ streamed: failing() }, 3);
  const refusals: unknown[] = [];
  expect(await turn("one", { onRefusal: (refusal) => refusals.push(refusal) })).toBe("whole");
  expect(sent()).toEqual([true, true, true, false]);
  expect(refusals).toMatchObject([
    { missing: null },
    { missing: null },
    // It names nothing; that a stream was the cause is shown by the answer.
    { missing: null, takesOver: null, reply: { status: 500 } },
  ]);
});

it("reads a whole answer whatever type its server gives it", async () => {
  const untyped: RawAnswer = (response) => {
    const message = { role: "assistant", content: "whole" };
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
  };
  const { turn } = await start({ streamed: failing(), whole: untyped });
  expect(await turn("one")).toBe("whole");
});

it.each<[string, RawAnswer, string]>([
  ["everything is 500", failing(), "model-unavailable"],
  [
    "there is no answer without a stream",
    json(400, { error: { message: "no" } }),
    "model-unavailable",
  ],
  ["the answer breaks", brokenStream(""), "model-unavailable"],
])("asks once more only, where %s", async (_, answer, reason) => {
  const { turn, sent, table, connection } = await start({ streamed: failing(), whole: answer });
  for (const run of ["one", "two"]) {
    expect(await turn(run)).toBe(reason);
    expect(sent()).toEqual([true, false]);
  }
  expect(table.of(connection)).toEqual({});
});

it("lets the next connection take over where neither way works", async () => {
  const first = await start({ streamed: failing(), whole: json(400, {}) });
  const second = await start({ streamed });
  const call = createTestClient([first.connection, { ...second.connection, id: "second" }]);
  expect(await call(ask("hello"))).toMatchObject({ ok: true, answer: { text: "streamed" } });
});

it.each<[string, RawAnswer]>([
  ["a key", json(401, { error: { message: "Invalid API key" } })],
  ["a key, said with 500", json(500, { error: { message: "Invalid API key" } })],
  ["content", json(400, { error: { message: "flagged", code: "content_filter" } })],
  ["the length", json(500, { error: { message: "maximum context length is 5 tokens" } })],
  ["a limit", json(429, { error: { message: "slow down" } })],
  ["too much work", json(503, { error: { message: "overloaded" } })],
  ["credit", json(402, { error: { message: "pay" } })],
  ["the model's name", json(404, { error: { message: "no such model" } })],
  ["a pause that is too long", json(500, { error: { message: "x" } }, { "retry-after": "3600" })],
  ["an answer that had begun", brokenStream(textEvent("str"))],
  ["a connection that breaks", (response) => void response.destroy()],
])("does not, where the failure is about %s", async (_, answer) => {
  const { turn, sent } = await start({ streamed: answer });
  await turn("one");
  expect(sent()).toEqual([true]);
});

it("concludes nothing from calls with one attempt", async () => {
  const { turn, sent, table, connection } = await start({ streamed: failing() });
  for (const runId of ["one", "two", "three"]) expect(await turn(runId)).toBe("whole");
  expect(sent()).toEqual([true, false, true, false, true, false]);
  expect(table.can(connection, "streaming")).toBe(true);
});

it("is a capability after two turns, for a day, and a stream that works again ends it", async () => {
  const { turn, sent, pass, current, table, connection } = await start({ streamed: failing() }, 2);
  await turn("one");
  expect(sent()).toEqual([true, true, false]);
  // The rest of its turn asks for none.
  await turn("one");
  expect(sent()).toEqual([false]);
  expect(table.can(connection, "streaming")).toBe(true);
  await turn("two");
  expect(sent()).toEqual([true, true, false]);
  await turn("three");
  expect(sent()).toEqual([false]);
  expect(table.of(connection).streaming).toMatchObject({ holds: false, source: "refusal" });
  expect(table.of(connection).streaming?.evidence).toMatch(
    /^500 for a call with streaming \(run one, .+\), and 500 for a call with streaming \(run two, .+\); until /,
  );
  current.streamed = streamed;
  pass(REFUSALS_COUNT_MS);
  expect(await turn("four")).toBe("streamed");
  expect(await turn("five")).toBe("streamed");
  expect(sent()).toEqual([true, true]);
});

it("concludes nothing where a stream has worked in between", async () => {
  const { turn, current, table, connection } = await start({ streamed: failing() }, 2);
  await turn("one");
  current.streamed = streamed;
  await turn("two");
  current.streamed = failing();
  await turn("three");
  expect(table.can(connection, "streaming")).toBe(true);
});

it("counts calls that were under way at once as one case", async () => {
  const { call, table, connection, sent } = await start({ streamed: failing() }, 2);
  const runs = ["one", "two", "three"].map((runId) =>
    call(ask("hello", { turn: { runId, userId: null } })),
  );
  for (const result of await Promise.all(runs)) expect(result.ok).toBe(true);
  expect(sent()).toHaveLength(9);
  expect(table.can(connection, "streaming")).toBe(true);
});

it("an empty answer shows nothing", async () => {
  const empty = json(200, {
    choices: [{ index: 0, message: { role: "assistant", content: "" }, finish_reason: "stop" }],
  });
  const { turn, table, connection } = await start({ streamed: failing(), whole: empty });
  for (const run of ["one", "two", "three"]) await turn(run);
  expect(table.can(connection, "streaming")).toBe(true);
});
