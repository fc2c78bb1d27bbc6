import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import { type DemoModel, startDemoModel } from "../demo-model/start-demo-model.ts";
import { ask, createTestClient, PYTHON_TOOL, testConnection } from "./testing/test-client.ts";

let demo: DemoModel;
beforeAll(async () => {
  demo = await startDemoModel({ port: 0, tokenDelayMs: 0, hasControl: true });
  // Settings are read once, by the first call whose cost is asked for.
  process.env.DATABASE_URL = "postgresql://localhost/unused";
  process.env.BETTER_AUTH_SECRET = "a secret of at least thirty-two characters";
  process.env.OPENAI_BASE_URL = demo.url;
  process.env.HALFSILVER_MODEL_KIND = "demo";
});
afterAll(() => demo.close());

describe("a model call that goes well", () => {
  it("streams text piece by piece and brings usage, model and times", async () => {
    const pieces: string[] = [];
    const result = await createTestClient(demo.url)(ask("hello"), {
      onText: (text) => pieces.push(text),
    });
    expect(result).toMatchObject({
      ok: true,
      answer: { finishReason: "stop", model: "halfsilver-demo", attempts: 1, toolCalls: [] },
    });
    if (!result.ok) return;
    const { answer } = result;
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join("")).toBe(answer.text);
    expect(answer.usage?.outputTokens).toBe(pieces.length);
    expect(answer.usage?.inputTokens).toBeGreaterThan(0);
    expect(answer.firstTokenMs).toBeGreaterThan(0);
    expect(answer.durationMs).toBeGreaterThanOrEqual(answer.firstTokenMs ?? Number.NaN);
  });

  it("sends messages, tools and stream options, and asks for no compression", async () => {
    await createTestClient(demo.url)(ask("what is 6 * 7? (sent)", { tools: [PYTHON_TOOL] }));
    const [sent] = await demoModelControl(demo.url).requests("6 * 7? (sent)");
    expect(sent?.body).toEqual({
      model: "test-model",
      messages: [{ role: "user", content: "what is 6 * 7? (sent)" }],
      tools: [PYTHON_TOOL],
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(sent?.headers).toMatchObject({
      "accept-encoding": "identity",
      authorization: "[hidden]",
    });
  });

  it("leaves the list of tools out where there are none, and names the model of the connection", async () => {
    const connection = { ...testConnection(demo.url), model: "other-model" };
    await createTestClient([connection])(ask("hello without tools"));
    const [sent] = await demoModelControl(demo.url).requests("hello without tools");
    expect(sent?.body).not.toHaveProperty("tools");
    expect(sent?.body).toHaveProperty("model", "other-model");
  });

  it("asks for structured output", async () => {
    const schema = {
      type: "object",
      properties: { route: { type: "string", enum: ["general", "users"] } },
      required: ["route"],
      additionalProperties: false,
    };
    const result = await createTestClient(demo.url)(
      ask("route me", { responseSchema: { name: "plan", schema } }),
    );
    expect(result.ok && JSON.parse(result.answer.text)).toEqual({ route: "general" });
    const [sent] = await demoModelControl(demo.url).requests("route me");
    expect(sent?.body).toHaveProperty("response_format.json_schema", {
      name: "plan",
      schema,
      strict: true,
    });
  });
});

describe("what an answer may hold", () => {
  it("parallel tool calls, put together", async () => {
    const control = demoModelControl(demo.url);
    await control.queue({ scenario: "parallel-calls", match: "three at once", count: 3 });
    const result = await createTestClient(demo.url)(ask("three at once", { tools: [PYTHON_TOOL] }));
    expect(result.ok && result.answer.finishReason).toBe("tool_calls");
    const calls = result.ok ? result.answer.toolCalls : [];
    expect(calls.map((call) => JSON.parse(call.arguments).code)).toEqual([
      "print(1 * 1)",
      "print(2 * 2)",
      "print(3 * 3)",
    ]);
    expect(new Set(calls.map((call) => call.id)).size).toBe(3);
    expect(result.ok && result.answer.firstTokenMs).toBeGreaterThan(0);
  });

  it("malformed arguments, as they are, for the agent to judge", async () => {
    await demoModelControl(demo.url).queue({ scenario: "malformed-tool-json", match: "malformed" });
    const result = await createTestClient(demo.url)(ask("malformed", { tools: [PYTHON_TOOL] }));
    expect(result.ok && result.answer.toolCalls).toMatchObject([
      { name: "python_interpreter", arguments: '{"code": "print(1' },
    ]);
  });

  it("nothing", async () => {
    await demoModelControl(demo.url).queue({ scenario: "empty", match: "say nothing" });
    const result = await createTestClient(demo.url)(ask("say nothing"));
    expect(result).toMatchObject({
      ok: true,
      answer: { text: "", finishReason: "stop", firstTokenMs: null },
    });
  });
});

describe("the process's client", () => {
  it("is made from the settings, which say which model answers", async () => {
    const { callModel } = await import("./call-model.ts");
    const { describeModel } = await import("./describe-model.ts");
    const result = await callModel(ask("thanks"));
    expect(result.ok && result.answer.text).toBe("You are welcome.");
    expect(describeModel()).toEqual({ kind: "demo", name: "Demo model" });
  });
});
