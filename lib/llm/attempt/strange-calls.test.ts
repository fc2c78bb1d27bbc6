/** Calls, usage, failures and ends in shapes that no document has and that servers send all the same. */
import { expect, it } from "vitest";
import {
  DONE,
  event,
  FINISH,
  json,
  type RawAnswer,
  stream,
  textEvent,
} from "../testing/start-raw-server.ts";
import {
  CALL,
  CODE,
  calls,
  choice,
  delta,
  NAME,
  take,
  typed,
  whole,
} from "../testing/strange-answers.ts";

it.each<[string, RawAnswer, string[]]>([
  [
    "gaps between indices",
    stream(calls({ index: 3, ...CALL }, { index: 7, ...CALL, id: "c2" }), DONE),
    [CODE, CODE],
  ],
  [
    "indices as text",
    stream(
      calls({ index: "0", ...CALL, function: { name: NAME, arguments: '{"code"' } }),
      calls({ index: "1", ...CALL, id: "c2" }),
      calls({ index: "0", function: { arguments: ':"1"}' } }),
      DONE,
    ),
    [CODE, CODE],
  ],
  [
    "arguments as an object",
    stream(calls({ index: 0, ...CALL, function: { name: NAME, arguments: { code: "1" } } }), DONE),
    [CODE],
  ],
  ["one call without a list", stream(delta({ tool_calls: CALL }, "tool_calls"), DONE), [CODE]],
  [
    "calls in an object",
    whole({ content: null, tool_calls: { 0: CALL, 1: { ...CALL, id: "c2" } } }),
    [CODE, CODE],
  ],
  [
    "name and arguments beside the id",
    whole({ tool_calls: [{ id: "c1", name: NAME, arguments: CODE }] }),
    [CODE],
  ],
  [
    "arguments as parameters",
    whole({ tool_calls: [{ id: "c1", function: { name: NAME, parameters: { code: "1" } } }] }),
    [CODE],
  ],
  [
    "a finish reason of text",
    stream(delta({ tool_calls: [{ index: 0, ...CALL }] }, "stop"), DONE),
    [CODE],
  ],
  [
    "the call again at the end",
    stream(
      calls({ index: 0, ...CALL }),
      choice({ message: { content: null, tool_calls: [CALL] }, finish_reason: "tool_calls" }),
      DONE,
    ),
    [CODE],
  ],
  [
    "an id that is a number, and none",
    stream(calls({ index: 0, ...CALL, id: 7 }, { index: 1, ...CALL, id: null }), DONE),
    [CODE, CODE],
  ],
  [
    "nulls in later deltas",
    stream(
      calls({ index: 0, ...CALL }),
      calls({ index: 0, id: null, type: null, function: { name: null, arguments: null } }),
      DONE,
    ),
    [CODE],
  ],
])("calls: %s", async (_, reply, given) => {
  const { result, answer } = await take(reply);
  expect(result.ok).toBe(true);
  expect(answer.toolCalls.map(({ name }) => name)).toEqual(given.map(() => NAME));
  expect(answer.toolCalls.map((call) => call.arguments)).toEqual(given);
  expect(new Set(answer.toolCalls.map(({ id }) => id)).size).toBe(given.length);
});

const EXACT = '{"code":12345678901234567890}';
const exact = (field: string) =>
  `{"choices":[{"index":0,"message":{"tool_calls":[{"id":"c1","function":{"name":"${NAME}","${field}":${EXACT}}}]},"finish_reason":"stop"}]}`;

it.each([
  ["in one piece", exact("arguments")],
  ["as parameters", exact("parameters")],
  ["as input", exact("input")],
  ["in a list", `[${exact("arguments")}]`],
])("numbers of arguments arrive as they were written: %s", async (_, written) => {
  for (const reply of [typed("application/json", written), stream(event(written), DONE)]) {
    const { answer } = await take(reply);
    expect(answer.toolCalls.map((call) => call.arguments)).toEqual([EXACT]);
  }
});

const USAGE = { prompt_tokens: 3, completion_tokens: 5 };
const NONE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

it.each<[string, RawAnswer]>([
  [
    "in the choice",
    stream(textEvent("ab"), choice({ delta: {}, finish_reason: "stop", usage: USAGE }), DONE),
  ],
  [
    "in Groq's field",
    stream(
      textEvent("ab"),
      choice({ delta: {}, finish_reason: "stop" }, { x_groq: { usage: USAGE } }),
      DONE,
    ),
  ],
  [
    "as text",
    stream(
      choice(
        { delta: { content: "ab" } },
        { usage: { prompt_tokens: "3", completion_tokens: "5" } },
      ),
      FINISH,
      DONE,
    ),
  ],
  [
    "by the names of the newer protocol",
    stream(
      textEvent("ab"),
      FINISH,
      event({ choices: [], usage: { input_tokens: 3, output_tokens: 5 } }),
      DONE,
    ),
  ],
  [
    "before zeros",
    stream(
      choice({ delta: { content: "ab" } }, { usage: USAGE }),
      choice({ delta: {}, finish_reason: "stop" }, { usage: NONE }),
      DONE,
    ),
  ],
])("usage: %s", async (_, reply) => {
  const { answer } = await take(reply);
  expect(answer.usage).toEqual({ inputTokens: 3, outputTokens: 5, reasoningTokens: 0 });
});

it("usage of zeros alone is estimated", async () => {
  const { answer } = await take(
    stream(choice({ delta: { content: "ab" } }, { usage: NONE }), FINISH, DONE),
  );
  expect(answer.usage).toMatchObject({ isEstimated: true });
});

it.each<[string, RawAnswer, string]>([
  ["a page", typed("text/html", "<html>Sign in</html>"), "model-protocol"],
  [
    "a page with 502",
    (response) =>
      void response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"),
    "model-unavailable",
  ],
  [
    "a page that is called a stream",
    stream("<html>\n<body>Bad gateway</body>\n</html>"),
    "model-unavailable",
  ],
  ["an empty answer", typed("text/event-stream"), "model-unavailable"],
  [
    "an error with 200",
    json(200, { error: { message: "Invalid API key", code: 401 } }),
    "model-unauthorised",
  ],
  [
    "an error in an event",
    stream(event({ error: { message: "Rate limit reached", code: 429 } })),
    "model-busy",
  ],
  [
    "an error as a line of JSON",
    stream(JSON.stringify({ error: { message: "Rate limit reached", code: 429 } })),
    "model-busy",
  ],
  [
    "an error as vLLM writes it",
    stream(event({ object: "error", message: "Rate limit reached", code: 429 })),
    "model-busy",
  ],
  [
    "an error as a list",
    json(200, [
      { error: { message: "Rate limit reached", code: 429, status: "RESOURCE_EXHAUSTED" } },
    ]),
    "model-busy",
  ],
  ["an event of the name error", stream("event: error\ndata: overloaded\n\n"), "model-busy"],
  ["a detail in an event", stream(event({ detail: "Internal error" })), "model-unavailable"],
  [
    "an end and nothing before",
    stream(event({ choices: [{ delta: {}, finish_reason: "error" }] }), DONE),
    "model-unavailable",
  ],
])("failure: %s", async (_, reply, reason) => {
  const { result } = await take(reply);
  expect(result).toMatchObject({ ok: false, reason });
});

it.each(["ABORTED_BY_OPERATOR", "preempted", "time_limit", "eos_token_not_reached"])(
  "the end %s is not taken for a whole answer",
  async (word) => {
    const { answer } = await take(stream(textEvent("ab", word), DONE));
    expect(answer).toMatchObject({ text: "ab", shortfall: "unknown", finishReason: word });
  },
);

it("an end that is a sentence is no word of the log", async () => {
  const said = stream(textEvent("ab"), delta({}, "x".repeat(5_000)), DONE);
  const { answer } = await take(said);
  expect(answer.shortfall).toBe("unknown");
  expect(answer.finishReason?.length).toBeLessThan(201);
});
