/** What servers write beside their answers comes together whole, and goes back to its own server as it came. */
import { describe, expect, it } from "vitest";
import { startDraft } from "../attempt/answer-draft.ts";
import { findMissing } from "../capability-table.ts";
import type { ModelMessage } from "../model-types.ts";
import { DONE, event, FINISH, json, startRawServer, stream } from "../testing/start-raw-server.ts";
import { ask, createTestClient, PYTHON_TOOL, testConnection } from "../testing/test-client.ts";
import { placeOf, toOpaque } from "./collect-parts.ts";
import { isEmptyAnswer, sendBack } from "./send-back.ts";

const FUNCTION = { name: "python_interpreter", arguments: "{}" };
const CALL = { index: 0, id: "c", function: FUNCTION };

type Given = Record<string, unknown>;

/** @returns what is kept of an answer that comes in these pieces */
async function partsOf(...deltas: Given[]) {
  const pieces = deltas.map((delta) => event({ choices: [{ index: 0, delta }] }));
  const server = await startRawServer(stream(...pieces, FINISH, DONE));
  const result = await createTestClient(server.url)(ask("hello", { tools: [PYTHON_TOOL] }));
  await server.close();
  const opaque = result.ok ? result.answer.opaque : undefined;
  expect(opaque?.from).toBe(opaque && placeOf(testConnection(server.url)));
  return opaque ? JSON.parse(opaque.parts ?? "null") : null;
}

describe("pieces of a stream come together", () => {
  it("as text that grows, and never as an empty field", async () => {
    expect(
      await partsOf(
        { role: "assistant", content: "", reasoning_content: "I " },
        { content: null, reasoning_content: "add." },
        { reasoning_content: null, tool_calls: [CALL] },
      ),
    ).toEqual({ message: { reasoning_content: "I add." } });
    expect(await partsOf({ reasoning_content: "", tool_calls: [CALL] })).toBeNull();
    expect(await partsOf({ reasoning_content: "I add.", content: "2" })).toBeNull();
    expect(await partsOf({ content: "2" })).toBeNull();
  });

  it("as blocks in their order, each with its own signature", async () => {
    const piece = (given: Given) => ({ reasoning_details: [given] });
    const text = { type: "reasoning.text", format: "anthropic-claude-v1", index: 0 };
    const encrypted = { type: "reasoning.encrypted", data: "eA==", index: 1 };
    expect(
      await partsOf(
        { reasoning: "I ", ...piece({ ...text, text: "I ", signature: null }) },
        { reasoning: "add.", ...piece({ ...text, text: "add." }) },
        piece({ ...text, text: "", signature: "c2ln" }),
        piece(encrypted),
        piece({ ...encrypted, data: "eQ==" }),
        { tool_calls: [CALL] },
      ),
    ).toEqual({
      message: {
        reasoning_details: [
          { ...text, text: "I add.", signature: "c2ln" },
          encrypted,
          { ...encrypted, data: "eQ==" },
        ],
      },
    });
  });

  it("as blocks without an index, which a signature ends", async () => {
    const piece = (thinking: string, signature: string | null = null) => ({
      thinking_blocks: [{ type: "thinking", thinking, signature }],
    });
    const parts = await partsOf(
      piece("I "),
      piece("add."),
      piece("", "one"),
      piece("Again."),
      piece("", "two"),
      { thinking_blocks: [{ type: "redacted_thinking", data: "eA==" }], tool_calls: [CALL] },
    );
    expect(parts.message.thinking_blocks).toEqual([
      { type: "thinking", thinking: "I add.", signature: "one" },
      { type: "thinking", thinking: "Again.", signature: "two" },
      { type: "redacted_thinking", data: "eA==" },
    ]);
  });

  it("by their call, also where they come after it and calls share an index", async () => {
    const extra = (thought_signature: string) => ({
      extra_content: { google: { thought_signature } },
    });
    const one = await partsOf(
      { tool_calls: [{ ...CALL, id: "a", ...extra("A") }] },
      { tool_calls: [{ ...CALL, id: "b" }] },
      { content: "", ...extra("M") },
    );
    expect(one.message).toEqual(extra("M"));
    expect(Object.values(one.calls)).toEqual([extra("A")]);
    const late = await partsOf(
      { tool_calls: [CALL] },
      { tool_calls: [{ index: 0, ...extra("L") }] },
    );
    expect(Object.values(late.calls)).toEqual([extra("L")]);
    const inside = { ...CALL, function: { ...FUNCTION, thought_signature: "F" } };
    expect(Object.values((await partsOf({ tool_calls: [inside] })).calls)).toEqual([
      { function: { thought_signature: "F" } },
    ]);
  });
});

it("one answer in one piece is kept to the byte", async () => {
  const reasoning_details = [
    { type: "reasoning.text", text: "b", signature: "s" },
    { type: "reasoning.text", text: "a", signature: "s" },
  ];
  const message = { content: null, reasoning_details, tool_calls: [CALL] };
  const server = await startRawServer(json(200, { choices: [{ message, finish_reason: "stop" }] }));
  const result = await createTestClient(server.url)(ask("hello"));
  await server.close();
  const parts = result.ok ? result.answer.opaque?.parts : null;
  expect(parts).toBe(JSON.stringify({ message: { reasoning_details } }));
});

it.each([
  ["https://api.deepseek.com/v1", { reasoning_content: "" }],
  ["https://api.moonshot.ai/v1", { reasoning_content: "" }],
  ["https://api.kimi.com/coding/v1", { reasoning_content: "" }],
  ["https://deepseek.com.example/v1", undefined],
])("%s wants the field beside calls without a thought, too: %o", (baseUrl, expected) => {
  const calls = [{ id: "AAAAAAAAA", name: "x", arguments: "{}" }];
  const kept = toOpaque({ message: startDraft().opaque, calls }, calls, testConnection(baseUrl));
  expect(kept && JSON.parse(kept.parts ?? "").message).toEqual(expected);
  const answered = { message: { reasoning_content: "x" }, calls: [] };
  expect(toOpaque(answered, [], testConnection(baseUrl))).toBeUndefined();
  const after = toOpaque({ ...answered, callsBefore: 1 }, [], testConnection(baseUrl));
  expect(after?.parts).toBe(expected && JSON.stringify({ message: answered.message }));
});

describe("a prompt", () => {
  const round = (id: string, opaque?: Given): ModelMessage[] => [
    {
      role: "assistant",
      content: "",
      tool_calls: [{ id, type: "function", function: FUNCTION }],
      ...(opaque ? { opaque } : {}),
    } as ModelMessage,
    { role: "tool", tool_call_id: id, content: "2" },
  ];
  const user: ModelMessage = { role: "user", content: "hello" };
  const parts = (given: Given) => ({ from: "here", parts: JSON.stringify(given) });

  it("has no trace of parts for another server, or where nobody knows which it is", () => {
    const given = [user, ...round("AAAAAAAAA", parts({ message: { reasoning_content: "x" } }))];
    for (const place of [undefined, "elsewhere"]) {
      expect(sendBack(given, [], place)).toEqual([user, ...round("AAAAAAAAA")]);
    }
    expect(sendBack(given, [], "here")[1]).toEqual({
      ...round("AAAAAAAAA")[0],
      reasoning_content: "x",
    });
  });

  it("has each id once, whatever was stored, and each result with its call", () => {
    const long = "call_".repeat(20);
    const given = [user, ...round("c"), user, ...round("c"), ...round(long), ...round("AAAAAAAAA")];
    const sent = sendBack(given, ["call-ids-mapped"]);
    const calls = sent.flatMap((one) => (one.role === "assistant" ? (one.tool_calls ?? []) : []));
    const ids = calls.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(ids.at(-1)).toBe("AAAAAAAAA");
    expect(sent.flatMap((one) => (one.role === "tool" ? one.tool_call_id : []))).toEqual(ids);
    // The digest of what was sent is proved by doing it again.
    expect(sendBack(given, ["call-ids-mapped"])).toEqual(sent);
  });

  it("has no empty answer, whatever was stored", () => {
    const empty: ModelMessage[] = [
      { role: "assistant", content: "" },
      { role: "assistant", content: " \n" },
      { role: "assistant", content: null },
      { role: "assistant", content: [] },
    ];
    const given = [user, ...empty, user, ...round("AAAAAAAAA")];
    expect(empty.every(isEmptyAnswer)).toBe(true);
    expect(sendBack(given, ["empty-left-out"])).toEqual([user, user, ...round("AAAAAAAAA")]);
  });

  it("has the words of a call that was lost, and its result between marks", () => {
    const lost = round("AAAAAAAAA", { from: "here", parts: null });
    const [, told] = sendBack([user, ...lost], [], "here", "mark");
    expect(told).toEqual({ role: "user", content: expect.stringMatching(/<data mark>.*"2"/s) });
    expect(sendBack([user, ...lost], [], "elsewhere", "mark")).toEqual([
      user,
      ...round("AAAAAAAAA"),
    ]);
  });
});

describe("a refusal", () => {
  const one = (id: string, beside: Given = {}): ModelMessage[] => [
    { role: "user", content: "hello" },
    {
      role: "assistant",
      content: "",
      tool_calls: [{ id, type: "function", function: FUNCTION }],
      ...beside,
    } as ModelMessage,
    { role: "tool", tool_call_id: id, content: "2" },
  ];
  const user: ModelMessage = { role: "user", content: "and now?" };
  const body = (messages: ModelMessage[]) => ({ model: "m", messages, stream: true as const });
  const bare = body(one("AAAAAAAAA"));
  const reasoned = { reasoning_content: "x" };
  const within = body(one("AAAAAAAAA", reasoned));
  const across = body([...one("AAAAAAAAA", reasoned), user]);

  it.each([
    "Function call is missing a thought_signature in functionCall parts.",
    "The `reasoning_content` in the thinking mode must be passed back to the API.",
    "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2",
    "Missing `reasoning_content` field in the assistant message at message index 2.",
    "messages.1: reasoning_content: Field required",
    "Expected `thinking` or a signature, but thinking_blocks were not provided",
  ])("wants something: %s", (text) => {
    expect(findMissing({ status: 400, text }, bare)?.name).toBe("bare-calls");
    expect(findMissing({ status: 401, text }, bare)).toBeNull();
  });

  it.each([
    "Unknown parameter: 'messages[1].reasoning_content'.",
    "property 'reasoning_content' is unsupported",
    "messages.2.assistant.reasoning_content: Extra inputs are not permitted",
    "Additional properties are not allowed ('reasoning_content' was unexpected)",
    'json: unknown field "reasoning_content"',
    "Unrecognized key(s) in object: 'reasoning_content'",
    "This model does not support reasoning_content in its input",
    "Invalid `signature` in `thinking` block",
  ])("does not want something: %s", (text) => {
    expect(findMissing({ status: 400, text }, across)?.name).toBe("kept-parts");
    expect(findMissing({ status: 422, text }, within)?.name).toBe("returned-parts");
    // What was not sent is not what it means.
    expect(findMissing({ status: 400, text }, bare)).toBeNull();
  });

  it.each([
    "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40.",
    "Tool call id was functions.x:0 but must be a-z, A-Z, 0-9, with a length of 9.",
    "tool_call_id has the wrong form",
  ])("does not want its own ids: %s", (text) => {
    const own = body(one("functions.x:0"));
    expect(findMissing({ status: 400, text }, own)?.name).toBe("returned-parts");
    expect(findMissing({ status: 400, text }, bare)).toBeNull();
  });
});
