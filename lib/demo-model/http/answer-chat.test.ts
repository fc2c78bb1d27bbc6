import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { demoModelControl } from "../../../e2e/fixtures/demo-model-control.ts";
import { type DemoModel, startDemoModel } from "../start-demo-model.ts";
import { completionOf, post, streamOf, user, WIRE_TOOLS } from "../testing/converse.ts";

let demo: DemoModel;
beforeAll(async () => {
  demo = await startDemoModel({ port: 0, tokenDelayMs: 0, hasControl: true });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => demo.close());

describe("a streamed answer", () => {
  it("follows the protocol: role, words, finish reason, usage, [DONE]", async () => {
    const { response, events, chunks } = await streamOf(demo, "hello", {
      stream_options: { include_usage: true },
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(events.at(-1)).toBe("data: [DONE]");
    expect(chunks[0].choices[0].delta).toEqual({ role: "assistant", content: "" });
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("");
    expect(text).toBe("Hello! What can I do for you?");
    expect(chunks.at(-2).choices[0]).toMatchObject({ delta: {}, finish_reason: "stop" });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 7 } });
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(1);
  });

  it("brings no usage where none was asked for", async () => {
    const { chunks } = await streamOf(demo, "hello");
    expect(chunks.some((chunk) => "usage" in chunk)).toBe(false);
  });

  it("brings tool calls with id and name first, then arguments in pieces", async () => {
    const { chunks } = await streamOf(demo, "What is fibonacci(90)?", { tools: WIRE_TOOLS });
    const deltas = chunks.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);
    expect(deltas[0]).toMatchObject({
      index: 0,
      type: "function",
      function: { name: "snake_box", arguments: "" },
    });
    expect(deltas[0].id).toMatch(/^call_/);
    expect(deltas.length).toBeGreaterThan(5);
    const text = deltas.map((delta) => delta.function.arguments).join("");
    expect(JSON.parse(text).program).toContain("# fibonacci(90)");
    expect(chunks.at(-1).choices[0].finish_reason).toBe("tool_calls");
  });

  it("keeps a pace", async () => {
    const pace = { tokenDelayMs: 15, firstTokenDelayMs: 0 };
    const order = { scenario: "slow", match: "at a pace", ...pace, times: 1 } as const;
    await demoModelControl(demo.url).queue(order);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const response = await post(demo, { messages: [user("hello, at a pace")], stream: true });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const counts: number[] = [];
    let text = "";
    while (!text.includes("[DONE]")) {
      const read = await reader?.read();
      text = read?.value ?? "[DONE]";
      counts.push(text.split("\n\n").length - 1);
      vi.advanceTimersByTime(15);
    }
    // The first word comes with the opening frame, and `[DONE]` with the finish reason.
    expect(counts).toEqual([2, ...counts.slice(2).map(() => 1), 2]);
    expect(counts.length).toBeGreaterThan(5);
  });
});

describe("an answer in one piece", () => {
  it("holds tool calls or text", async () => {
    expect(await completionOf(demo, user("17 * 23"))).toMatchObject({
      message: {
        role: "assistant",
        content: null,
        tool_calls: [{ function: { name: "snake_box" } }],
      },
      finish_reason: "tool_calls",
    });
    expect(await completionOf(demo, user("thanks"))).toMatchObject({
      message: { role: "assistant", content: "You are welcome." },
      finish_reason: "stop",
    });
  });

  it("is the same for the same request, with an id of its own for each call", async () => {
    const [first, second] = [
      await completionOf(demo, user("17 * 23 and 4 * 4")),
      await completionOf(demo, user("17 * 23 and 4 * 4")),
    ];
    expect(first).toEqual(second);
    const ids = first.message.tool_calls.map((made: { id: string }) => made.id);
    expect(new Set(ids).size).toBe(2);
  });

  it("fills a schema that is asked for", async () => {
    const schema = {
      type: "object",
      properties: {
        title: { type: "string" },
        kind: { enum: ["a", "b"] },
        steps: { type: "array", minItems: 1, items: { type: "integer", minimum: 3 } },
      },
      required: ["title", "kind", "steps"],
    };
    const response_format = { type: "json_schema", json_schema: { name: "x", schema } };
    const response = await post(demo, { messages: [user("plan it")], response_format });
    const { choices } = await response.json();
    const filled = JSON.parse(choices[0].message.content);
    expect(filled).toEqual({ title: "plan it", kind: "a", steps: [3] });
  });
});

describe("what breaks the protocol is refused", () => {
  const unanswered = { role: "assistant", tool_calls: [{ id: "c1", function: { name: "t" } }] };
  it.each([
    ["no messages", { messages: [] }, "'messages' must"],
    ["an unknown role", { messages: [{ role: "narrator", content: "" }] }, "'messages[0]'"],
    ["text that is not JSON", "{", "not JSON"],
    [
      "a call without its result",
      { messages: [user("x"), unanswered, user("y")] },
      "must be followed by tool messages",
    ],
    [
      "a result without its call",
      { messages: [user("x"), { role: "tool", tool_call_id: "c1", content: "" }] },
      "must be a response to a preceding message",
    ],
  ])("%s", async (_, body, message) => {
    const response = await post(demo, body);
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toContain(message);
  });
});

describe("elsewhere", () => {
  it("there is a list of models, and nothing more", async () => {
    const models = await (await fetch(`${demo.url}/models`)).json();
    expect(models.data.map((model: { id: string }) => model.id)).toEqual([
      "halfsilver-demo",
      "demo",
    ]);
    expect((await fetch(`${demo.url}/embeddings`, { method: "POST" })).status).toBe(404);
  });
});
