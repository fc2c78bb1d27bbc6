/** A part of a request that the server refuses is left out. After refusals in two turns, later turns leave it out at once. */
import { afterEach, describe, expect, it } from "vitest";
import { createCapabilityTable } from "../capability-table.ts";
import {
  DONE,
  FINISH,
  json,
  type RawServer,
  startRawServer,
  stream,
  textEvent,
} from "../testing/start-raw-server.ts";
import {
  ask,
  createTestClient,
  PYTHON_TOOL,
  TEST_KEY,
  testConnection,
} from "../testing/test-client.ts";

let server: RawServer;
afterEach(() => server.close());

const ANSWER = stream(textEvent("hello"), FINISH, DONE);
const refuse = (status: number, message: string) => json(status, { error: { message } });
const sentTo = ({ bodies }: RawServer) => bodies.map((body) => JSON.parse(body));

const SCHEMA = {
  name: "turn_plan",
  schema: { type: "object", properties: {}, required: [], additionalProperties: false },
};

describe("a request with a part that the server refuses", () => {
  it("is repeated without it, and after two turns later calls do not send it at all", async () => {
    const refusal = refuse(400, "Unrecognized request argument supplied: stream_options");
    server = await startRawServer(refusal, ANSWER, refusal, ANSWER);
    const table = createCapabilityTable();
    const client = createTestClient(server.url, { table });
    const refusals: unknown[] = [];
    const result = await client(ask("hello"), { onRefusal: (refusal) => refusals.push(refusal) });
    expect(result).toMatchObject({
      ok: true,
      answer: { text: "hello", attempts: 1, sent: { adaptations: ["no-usage-in-stream"] } },
    });
    expect(refusals).toMatchObject([
      { missing: "usage-in-stream", reply: { status: 400, keyName: "TEST_KEY" } },
    ]);
    await client(ask("hello again"));
    await client(ask("and again"));
    expect(sentTo(server).map((body) => "stream_options" in body)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it("gets all of ours in one system message where it takes no second one", async () => {
    const message =
      "Conversation roles must start with a single system message; only one system message is allowed";
    server = await startRawServer(refuse(400, message), ANSWER);
    const client = createTestClient(server.url, { table: createCapabilityTable() });
    const messages = ["Be kind.", "Keep numbers."].map((content) => ({
      role: "system" as const,
      content,
    }));
    const asked = ask("hello");
    const given = [...messages, ...asked.messages];
    const result = await client({ ...asked, messages: given });
    expect(result).toMatchObject({ ok: true });
    const [, sent] = sentTo(server);
    expect(sent.messages).toMatchObject([
      { role: "system", content: "Be kind.\n\nKeep numbers." },
      { role: "user" },
    ]);
  });

  it("steps down from a schema to an object, to a forced tool call, and to text", async () => {
    server = await startRawServer(
      refuse(400, "response_format type json_schema is unavailable now"),
      refuse(422, "response_format json_object is not supported"),
      refuse(400, "tool_choice is not supported"),
      ANSWER,
    );
    const result = await createTestClient(server.url)(ask("plan", { responseSchema: SCHEMA }));
    expect(result).toMatchObject({
      ok: true,
      answer: { sent: { adaptations: ["schema-in-prompt"] } },
    });
    const [, object, tool, text] = sentTo(server);
    expect(object.response_format).toEqual({ type: "json_object" });
    expect(tool.tool_choice).toEqual({ type: "function", function: { name: "turn_plan" } });
    expect(text.messages.at(-1).content).toContain('"additionalProperties":false');
  });

  it("is refused for good where the words name nothing that was sent", async () => {
    server = await startRawServer(refuse(400, "the stars are not right"), ANSWER);
    expect(await createTestClient(server.url)(ask("hello"))).toMatchObject({ ok: false });
    expect(server.bodies).toHaveLength(1);
  });

  it("writes calls as text for an agent that needs tools, and reads them", async () => {
    const call =
      '<tool_call>{"name": "python_interpreter", "arguments": {"code": "1"}}</tool_call>';
    server = await startRawServer(
      refuse(400, "this-model:latest does not support tools"),
      stream(textEvent(call), FINISH, DONE),
    );
    const request = ask("calculate", { tools: [PYTHON_TOOL], needsTools: true });
    expect(await createTestClient(server.url)(request)).toMatchObject({
      ok: true,
      answer: {
        text: "",
        toolCalls: [{ name: "python_interpreter", arguments: '{"code":"1"}' }],
        sent: { adaptations: ["tools-as-text"] },
      },
    });
    expect(sentTo(server)[1]).not.toHaveProperty("tools");
  });

  it("sends the developer's role where the system's is refused for it", async () => {
    server = await startRawServer(
      refuse(400, "'messages[0].role' does not support 'system' with this model; use 'developer'"),
      ANSWER,
    );
    const messages = [{ role: "system" as const, content: "Be kind." }];
    await createTestClient(server.url)(ask("hello", { messages }));
    expect(sentTo(server)[1].messages).toEqual([{ role: "developer", content: "Be kind." }]);
  });

  it("is given up after the same part was refused twice", async () => {
    server = await startRawServer(refuse(400, "tools are not supported"));
    const result = await createTestClient(server.url)(ask("hello", { tools: [PYTHON_TOOL] }));
    expect(result).toMatchObject({ ok: false });
    expect(server.bodies).toHaveLength(2);
  });
});

it("keeps what the provider said, at most 2 KB and without the key", async () => {
  server = await startRawServer(
    json(
      401,
      { error: { message: `Incorrect key ${TEST_KEY} ${"ä".repeat(3_000)}` } },
      {
        "x-request-id": "req_1",
      },
    ),
  );
  const replies: { text: string }[] = [];
  await createTestClient(server.url)(ask("hello"), {
    onRefusal: ({ reply }) => replies.push(reply),
  });
  expect(replies).toMatchObject([{ status: 401, requestId: "req_1", connection: "test" }]);
  const text = replies[0]?.text ?? "";
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_048);
  expect(text).toContain("Incorrect key [key]");
  expect(text).not.toContain(TEST_KEY);
});

it("another connection takes over where the first is away", async () => {
  server = await startRawServer(ANSWER);
  const away = testConnection("http://127.0.0.1:9/v1", "away");
  const replies: unknown[] = [];
  const result = await createTestClient([away, testConnection(server.url, "near")])(ask("hello"), {
    onRefusal: (refusal) => replies.push(refusal),
  });
  expect(result).toMatchObject({ ok: true, answer: { sent: { connection: "near" } } });
  expect(replies).toMatchObject([{ takesOver: "near", reply: { connection: "away" } }]);
});
