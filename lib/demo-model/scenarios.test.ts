import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DemoModelControl, demoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import { type DemoModel, startDemoModel } from "./start-demo-model.ts";
import { completionOf, post, streamOf, user } from "./testing/converse.ts";

let demo: DemoModel;
let control: DemoModelControl;
beforeAll(async () => {
  demo = await startDemoModel({ port: 0, tokenDelayMs: 0, hasControl: true });
  control = demoModelControl(demo.url);
});
afterAll(() => demo.close());

type Made = { id: string; function: { name: string; arguments: string } };

/** Asks, answers the calls, and returns the final reply. */
async function secondRound(question: string) {
  const { message } = await completionOf(demo, user(question));
  const results = message.tool_calls.map(({ id }: Made) => ({
    role: "tool",
    tool_call_id: id,
    content: "1",
  }));
  return completionOf(demo, user(question), message, ...results);
}

describe("ordering scenarios", () => {
  it("concerns only the messages they were ordered for, and is used up", async () => {
    await control.script("[test a]", [{ text: "scripted" }]);
    const text = async (content: string) => (await streamOf(demo, content)).events.join("");
    expect(await text("hello [test b]")).toContain("Hello!");
    expect(await text("hello [test a]")).toContain("scripted");
    expect(await text("hello [test a]")).toContain("Hello!");
  });

  it("concerns only the requests of its key, which any of their messages holds", async () => {
    const replies = [{ text: "named" }];
    await control.queue({ scenario: "scripted", match: "name it", key: "[test c]", replies });
    const text = async (first: string) => {
      const answer = { role: "assistant", content: "Yes." };
      const messages = [user(first), answer, user("name it")];
      const response = await post(demo, { messages });
      return (await response.json()).choices[0].message.content;
    };
    expect(await text("hello [test d]")).not.toBe("named");
    expect(await text("hello [test c]")).toBe("named");
  });

  it("passes by what wants structured output, unless it was ordered for that", async () => {
    const properties = { route: { type: "string", enum: ["general"] } };
    const schema = { type: "object", properties, required: ["route"] };
    const response_format = { type: "json_schema", json_schema: { name: "plan", schema } };
    const plan = async () => {
      const response = await post(demo, { messages: [user("[plan]")], response_format });
      return (await response.json()).choices[0].message.content;
    };
    await control.script("[plan]", [{ text: "spoken" }]);
    expect(JSON.parse(await plan())).toEqual({ route: "general" });
    expect((await completionOf(demo, user("[plan]"))).message.content).toBe("spoken");
    await control.queue({
      scenario: "scripted",
      match: "[plan]",
      structured: true,
      replies: [{ text: "planned" }],
    });
    expect((await completionOf(demo, user("[plan]"))).message.content).not.toBe("planned");
    expect(await plan()).toBe("planned");
  });

  it("can be held until it is released, and no other with it", async () => {
    await control.queue({
      scenario: "scripted",
      match: "[held]",
      held: true,
      replies: [{ text: "late" }],
    });
    let isAnswered = false;
    const held = completionOf(demo, user("[held]")).finally(() => {
      isAnswered = true;
    });
    await expect.poll(async () => (await control.requests("[held]")).length).toBe(1);
    await control.release("[other]");
    expect((await completionOf(demo, user("hello"))).message.content).toContain("Hello!");
    expect(isAnswered).toBe(false);
    await control.release("[held]");
    expect((await held).message.content).toBe("late");
  });

  it("is released also where it is used up by what it holds", async () => {
    await control.queue({ scenario: "slow", match: "[once]", times: 1, held: true });
    const held = completionOf(demo, user("hello [once]"));
    await expect.poll(async () => (await control.requests("[once]")).length).toBe(1);
    await control.release("[once]");
    expect((await held).message.content).toContain("Hello!");
  });

  it("can be taken back by its match", async () => {
    await control.queue({ scenario: "empty", match: "[keep]" });
    await control.queue({ scenario: "empty", match: "[drop]" });
    await control.clear("[drop]");
    expect((await completionOf(demo, user("hello [drop]"))).message.content).toContain("Hello!");
    expect((await completionOf(demo, user("hello [keep]"))).message.content).toBe("");
  });

  it("is refused where it is not known, or comes from a web page", async () => {
    const order = (body: unknown, headers: Record<string, string> = {}) =>
      fetch(new URL("/control/scenario", demo.url), {
        method: "POST",
        body: JSON.stringify(body),
        headers,
      });
    expect((await order({ scenario: "nonsense" })).status).toBe(400);
    expect((await order({ scenario: "empty", match: "" })).status).toBe(400);
    expect((await order({ scenario: "empty", times: 0 })).status).toBe(400);
    expect((await order({ scenario: "empty" }, { origin: "http://page.example" })).status).toBe(
      404,
    );
  });
});

describe("scenarios that answer", () => {
  it("script a whole loop: calls, then text, with objects or text as arguments", async () => {
    await control.script("[loop]", [
      {
        toolCalls: [
          { name: "one", arguments: { a: 1 } },
          { name: "two", arguments: "{broken" },
        ],
      },
      { text: "over", finishReason: "length" },
    ]);
    const first = await completionOf(demo, user("[loop]"));
    expect(first.message.tool_calls.map((made: Made) => made.function)).toEqual([
      { name: "one", arguments: '{"a":1}' },
      { name: "two", arguments: "{broken" },
    ]);
    expect(await completionOf(demo, user("[loop]"))).toMatchObject({
      message: { content: "over" },
      finish_reason: "length",
    });
  });

  it("call tools without end", async () => {
    await control.queue({ scenario: "endless-tools", match: "[endless]" });
    expect((await secondRound("[endless]")).finish_reason).toBe("tool_calls");
  });

  it("put a canary into arguments, result and error, and not into the answer", async () => {
    await control.queue({ scenario: "echo-canary", match: "[canary]", canary: "CANARY-1" });
    const { message } = await completionOf(demo, user("[canary]"));
    const programs = message.tool_calls.map(
      (made: Made) => JSON.parse(made.function.arguments).program,
    );
    expect(programs).toEqual(['# CANARY-1\nprint("CANARY-1")', 'raise ValueError("CANARY-1")']);
    expect((await secondRound("[canary]")).message.content).toBe("That is done.");
  });

  it("measure: so many tokens after so many rounds of tools", async () => {
    const order = { scenario: "bench", match: "[bench]", tokens: 12, toolRounds: 1 } as const;
    await control.queue({ ...order, tokenDelayMs: 0 });
    expect((await secondRound("[bench]")).usage.completion_tokens).toBe(12);
  });
});

describe("scenarios that fail", () => {
  it("refuse for a while, then answer", async () => {
    await control.queue({ scenario: "busy-then-fine", match: "[busy]", retryAfterSeconds: 3 });
    await control.queue({ scenario: "error-500", match: "[busy]" });
    const ask = () => post(demo, { messages: [user("[busy]")] });
    const busy = await ask();
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([429, "3"]);
    expect((await ask()).status).toBe(500);
    expect((await ask()).status).toBe(200);
  });

  it("cut the connection after so many tokens", async () => {
    await control.queue({ scenario: "cut-off", match: "[cut]", afterTokens: 2 });
    const response = await post(demo, { messages: [user("hello [cut]")], stream: true });
    let seen = "";
    const reading = async () => {
      for await (const piece of response.body ?? []) seen += Buffer.from(piece).toString();
    };
    await expect(reading()).rejects.toThrow();
    expect(seen.match(/"content":"[^"]/g)).toHaveLength(2);
    expect(await control.requests("hello [cut]")).toMatchObject([{ aborted: false }]);
  });

  it("report an error in the stream", async () => {
    await control.queue({ scenario: "error-in-stream", match: "[inner]", afterTokens: 1 });
    const { events } = await streamOf(demo, "hello [inner]");
    expect(JSON.parse(events.at(-1)?.slice(6) ?? "")).toHaveProperty("error.code", "server_error");
  });
});

describe("recorded requests", () => {
  it("keep body and times, and hide keys", async () => {
    const headers = { authorization: "Bearer secret-key" };
    await post(demo, { messages: [user("[recorded]")] }, { headers });
    await expect
      .poll(() => control.requests("[recorded]"))
      .toMatchObject([{ endedAt: expect.any(String), aborted: false }]);
    const [kept] = await control.requests("[recorded]");
    expect(kept?.body).toEqual({ messages: [user("[recorded]")] });
    expect(Date.parse(kept?.endedAt ?? "")).toBeGreaterThanOrEqual(
      Date.parse(kept?.startedAt ?? ""),
    );
    expect(JSON.stringify(kept)).not.toContain("secret-key");
  });

  it("say who closed early", async () => {
    await control.queue({ scenario: "hang", match: "[left]" });
    const leaving = new AbortController();
    const left = post(demo, { messages: [user("[left]")] }, { signal: leaving.signal });
    const kept = () => control.requests("[left]");
    await expect.poll(kept).toMatchObject([{ endedAt: null, aborted: false }]);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await expect.poll(kept).toMatchObject([{ endedAt: expect.any(String), aborted: true }]);
  });

  it("are cleared", async () => {
    const own = await startDemoModel({ port: 0, tokenDelayMs: 0, hasControl: true });
    const ownControl = demoModelControl(own.url);
    await post(own, { messages: [user("x")] });
    expect(await ownControl.requests()).toHaveLength(1);
    await ownControl.clearRequests();
    expect(await ownControl.requests()).toEqual([]);
    await own.close();
  });
});
