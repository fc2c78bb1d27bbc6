/** Answers in shapes that no document has and that servers send all the same: each is read for what it says. */
import { expect, it, onTestFinished } from "vitest";
import {
  DONE,
  event,
  FINISH,
  json,
  type RawAnswer,
  startRawServer,
  stream,
  textEvent,
} from "../testing/start-raw-server.ts";
import { ask, createTestClient, PYTHON_TOOL } from "../testing/test-client.ts";

const typed =
  (type: string | null, ...pieces: (string | Uint8Array)[]): RawAnswer =>
  (response) => {
    response.writeHead(200, type === null ? {} : { "content-type": type });
    for (const piece of pieces) response.write(piece);
    response.end();
  };
const choice = (fields: object, beside: object = {}) =>
  event({ choices: [{ index: 0, ...fields }], ...beside });
const delta = (fields: object, finish_reason: unknown = null) =>
  choice({ delta: fields, finish_reason });
const whole = (message: object, beside: object = {}) =>
  json(200, { choices: [{ index: 0, message, finish_reason: "stop", ...beside }] });
const chunk = (content: string, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
});
const calls = (...tool_calls: object[]) => delta({ tool_calls }, "tool_calls");
const NAME = "python_interpreter";
const CODE = '{"code":"1"}';
const CALL = { id: "c1", type: "function", function: { name: NAME, arguments: CODE } };

async function take(reply: RawAnswer) {
  const server = await startRawServer(reply);
  onTestFinished(() => server.close());
  const shown: string[] = [];
  const call = createTestClient(server.url, { firstTokenTimeoutMs: 5_000 });
  const result = await call(ask("hello", { tools: [PYTHON_TOOL] }), {
    onText: (text) => shown.push(text),
  });
  const answer = result.ok ? result.answer : result.partial;
  expect(shown.join("")).toBe(answer.text);
  return { result, answer };
}

const bytes = new TextEncoder().encode(textEvent("Grüße 🪞"));

it.each<[string, RawAnswer, string]>([
  [
    "a finish reason `null` as text with each delta",
    stream(delta({ content: "a" }, "null"), delta({ content: "b" }, "None"), FINISH, DONE),
    "ab",
  ],
  [
    "a finish reason with each delta",
    stream(textEvent("a", "stop"), textEvent("b", "stop"), DONE),
    "ab",
  ],
  ["a finish reason in capitals", stream(textEvent("ab", "STOP"), DONE), "ab"],
  [
    "a finish reason in the delta",
    stream(delta({ content: "ab", finish_reason: "stop" }), DONE),
    "ab",
  ],
  ["a finish reason that is a number", stream(delta({ content: "ab" }, 1), DONE), "ab"],
  ["the last chunk twice", stream(textEvent("ab"), FINISH, FINISH, DONE, DONE), "ab"],
  [
    "the whole message again at the end",
    stream(
      textEvent("a"),
      textEvent("b"),
      choice({ message: { content: "ab" }, finish_reason: "stop" }),
      DONE,
    ),
    "ab",
  ],
  [
    "messages in place of deltas",
    stream(
      choice({ message: { content: "ha" } }),
      choice({ message: { content: "ha" } }),
      FINISH,
      DONE,
    ),
    "haha",
  ],
  [
    "text after the end",
    stream(textEvent("ab"), FINISH, DONE, textEvent("never"), "trailing"),
    "ab",
  ],
  ["an end with a space behind it", stream(textEvent("ab"), "data: [DONE] \n\n"), "ab"],
  ["an end in quotation marks", stream(textEvent("ab"), 'data: "[DONE]"\n\n'), "ab"],
  [
    "data without a space",
    stream(textEvent("ab").replace("data: ", "data:"), "data:[DONE]\n\n"),
    "ab",
  ],
  ["a mark of the order of bytes", stream(`\uFEFF${textEvent("ab")}`, FINISH, DONE), "ab"],
  [
    "lines that end with CRLF",
    stream(
      ...[textEvent("a"), textEvent("b"), FINISH, DONE].map((piece) =>
        piece.replaceAll("\n", "\r\n"),
      ),
    ),
    "ab",
  ],
  [
    "characters cut between bytes",
    stream(bytes.slice(0, 52), bytes.slice(52, 60), bytes.slice(60), FINISH, DONE),
    "Grüße 🪞",
  ],
  [
    "a character cut between deltas",
    stream(textEvent("a\ud83e"), textEvent("\ude9eb"), FINISH, DONE),
    "a🪞b",
  ],
  ["half a character alone", stream(textEvent("a\ude9eb\ud83e"), FINISH, DONE), "a\ufffdb"],
  [
    "lines of JSON as JSON",
    typed(
      "application/x-ndjson",
      ...["a", "b"].map((one) => `${JSON.stringify(chunk(one))}\n`),
      `${JSON.stringify(chunk("", "stop"))}\n`,
    ),
    "ab",
  ],
  [
    "lines of JSON as events",
    stream(
      ...["a", "b"].map((one) => `${JSON.stringify(chunk(one))}\n`),
      `${JSON.stringify(chunk("", "stop"))}\n`,
    ),
    "ab",
  ],
  [
    "events that are called JSON",
    typed("application/json", textEvent("a"), textEvent("b"), FINISH, DONE),
    "ab",
  ],
  ["events without a type", typed(null, textEvent("ab"), FINISH, DONE), "ab"],
  ["events that are called text", typed("text/plain", textEvent("ab"), FINISH, DONE), "ab"],
  [
    "a list of chunks as JSON",
    typed("application/json", JSON.stringify([chunk("a"), chunk("b", "stop")])),
    "ab",
  ],
  ["a list of chunks in an event", stream(event([chunk("a"), chunk("b", "stop")]), DONE), "ab"],
  [
    "one piece behind blank lines",
    typed(
      "application/json",
      "\n\n  ",
      JSON.stringify({ choices: [{ message: { content: "ab" }, finish_reason: "stop" }] }),
    ),
    "ab",
  ],
  [
    "one piece that is called a stream",
    stream(JSON.stringify({ choices: [{ message: { content: "ab" }, finish_reason: "stop" }] })),
    "ab",
  ],
  ["one piece without a finish reason", whole({ content: "ab" }, { finish_reason: null }), "ab"],
  [
    "roles alone",
    stream(
      delta({ role: "assistant" }),
      delta({ role: "assistant", content: null }),
      textEvent("ab"),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  [
    "nulls in all places",
    stream(
      choice({ delta: null, logprobs: null }, { usage: null, error: null }),
      delta({
        content: "ab",
        tool_calls: null,
        function_call: null,
        refusal: null,
        reasoning_content: null,
      }),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  [
    "an error without content",
    stream(event({ error: {}, choices: [{ delta: { content: "ab" } }] }), FINISH, DONE),
    "ab",
  ],
  [
    "choices that count from 1",
    stream(
      event({ choices: [{ index: 1, delta: { content: "ab" }, finish_reason: "stop" }] }),
      DONE,
    ),
    "ab",
  ],
  [
    "a second choice that nobody asked for",
    stream(
      event({
        choices: [
          { index: 1, delta: { content: "x" } },
          { index: 0, delta: { content: "a" } },
        ],
      }),
      event({ choices: [{ index: 1, delta: { content: "y" } }] }),
      textEvent("b"),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  [
    "no choices, and empty ones",
    stream(
      event({}),
      event({ choices: [] }),
      event({ choices: null }),
      textEvent("ab"),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  [
    "the text of the older protocol",
    stream(choice({ text: "a" }), choice({ text: "b", finish_reason: "stop" }), DONE),
    "ab",
  ],
  [
    "a delta that is text",
    stream(choice({ delta: "a" }), choice({ delta: "b" }), FINISH, DONE),
    "ab",
  ],
  [
    "content as parts",
    stream(
      delta({
        content: [
          { type: "text", text: "a" },
          { type: "output_text", text: "b" },
        ],
      }),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  ["content as one part", whole({ content: { type: "text", text: "ab" } }), "ab"],
  ["content as texts", whole({ content: ["a", "b"] }), "ab"],
  [
    "parts with a value",
    whole({ content: [{ type: "text", text: { value: "ab", annotations: [] } }] }),
    "ab",
  ],
  [
    "signs of life as events",
    stream(
      "event: ping\ndata: pong\n\n",
      "data: keep-alive\n\n",
      "event: heartbeat\ndata: {}\n\n",
      ": waiting\n\n",
      textEvent("ab"),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  [
    "fields that nobody knows",
    stream("retry: 3\nid: 1\nfoo: bar\n", textEvent("ab"), FINISH, DONE),
    "ab",
  ],
])("text: %s", async (_, reply, text) => {
  const { result, answer } = await take(reply);
  expect(result.ok).toBe(true);
  expect(answer).toMatchObject({ text, toolCalls: [], shortfall: null });
});

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
