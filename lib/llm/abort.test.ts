import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import { type DemoModel, startDemoModel } from "../demo-model/start-demo-model.ts";
import { ask, createTestClient } from "./testing/test-client.ts";

let demo: DemoModel;
beforeAll(async () => {
  demo = await startDemoModel({ port: 0, tokenDelayMs: 0, hasControl: true });
});
afterAll(() => demo.close());

describe("an abort", () => {
  it("reaches the model's connection in mid-answer and keeps what came", async () => {
    const control = demoModelControl(demo.url);
    const match = "about aborted things";
    await control.queue({ scenario: "slow", match, tokenDelayMs: 20 });
    const stop = new AbortController();
    let seen = "";
    const result = await createTestClient(demo.url)(
      ask(`write a long answer ${match}`, { signal: stop.signal }),
      {
        onText(text) {
          seen += text;
          if (seen.length > 20) stop.abort();
        },
      },
    );
    expect(result).toMatchObject({ ok: false, reason: "aborted", partial: { text: seen } });
    await expect.poll(() => control.requests(match)).toMatchObject([{ aborted: true }]);
  });

  it("reaches the connection before the answer has begun", async () => {
    const control = demoModelControl(demo.url);
    await control.queue({ scenario: "hang", match: "aborted early" });
    const stop = new AbortController();
    const pending = createTestClient(demo.url, { maxAttempts: 3 })(
      ask("aborted early", { signal: stop.signal }),
    );
    await expect.poll(() => control.requests("aborted early")).toHaveLength(1);
    stop.abort();
    expect(await pending).toMatchObject({ ok: false, reason: "aborted", partial: { attempts: 1 } });
    await expect.poll(() => control.requests("aborted early")).toMatchObject([{ aborted: true }]);
  });

  it("ends the wait between attempts", async () => {
    const control = demoModelControl(demo.url);
    const match = "aborted while waiting";
    await control.queue({ scenario: "busy-then-fine", match, retryAfterSeconds: 25 });
    const stop = new AbortController();
    const result = await createTestClient(demo.url, { maxAttempts: 3 })(
      ask(match, { signal: stop.signal }),
      { onRetry: () => stop.abort() },
    );
    expect(result).toMatchObject({ ok: false, reason: "aborted" });
    expect(await control.requests(match)).toHaveLength(1);
  });

  it("before the call sends nothing", async () => {
    const result = await createTestClient(demo.url)(
      ask("aborted before", { signal: AbortSignal.abort() }),
    );
    expect(result).toMatchObject({ ok: false, reason: "aborted" });
    expect(await demoModelControl(demo.url).requests("aborted before")).toEqual([]);
  });

  it("by a listener that throws closes the connection and surfaces the error", async () => {
    const control = demoModelControl(demo.url);
    const match = "about throwing";
    await control.queue({ scenario: "slow", match, tokenDelayMs: 20 });
    const call = createTestClient(demo.url, { maxAttempts: 3 })(
      ask(`write a long answer ${match}`),
      {
        onText() {
          throw new Error("listener broke");
        },
      },
    );
    await expect(call).rejects.toThrow("listener broke");
    await expect.poll(() => control.requests(match)).toMatchObject([{ aborted: true }]);
  });
});
