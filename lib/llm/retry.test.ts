import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { demoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import { type DemoModel, startDemoModel } from "../demo-model/start-demo-model.ts";
import { retryWaitMs } from "./attempt/wait-for-repetition.ts";
import type { ModelListener } from "./model-types.ts";
import {
  brokenStream,
  DONE,
  EVENT_STREAM,
  event,
  FINISH,
  json,
  type RawAnswer,
  type RawServer,
  startRawServer,
  stream,
  textEvent,
} from "./testing/start-raw-server.ts";
import { ask, createTestClient, TEST_KEY } from "./testing/test-client.ts";

type Retry = Parameters<NonNullable<ModelListener["onRetry"]>>[0];

let demo: DemoModel;
let raw: RawServer | undefined;
beforeAll(async () => {
  demo = await startDemoModel({ port: 0, tokenDelayMs: 0, hasControl: true });
});
afterAll(() => demo.close());
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await raw?.close();
  raw = undefined;
});

async function callRaw(attempts: number, ...answers: RawAnswer[]) {
  raw = await startRawServer(...answers);
  const retries: Retry[] = [];
  const call = createTestClient(raw.url, { maxAttempts: attempts });
  const result = await call(ask("hello"), { onRetry: (retry) => retries.push(retry) });
  return { result, retries, sent: raw.bodies.length };
}

const FINE = stream(textEvent("fine"), FINISH, DONE);
const SILENCE_MS = 10_000;
/** Silence lasts as long as the test says. */
const stopClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

describe("a busy server", () => {
  it("waits as asked and tries again after a 429", async () => {
    const control = demoModelControl(demo.url);
    const match = "busy once or twice";
    await control.queue({ scenario: "busy-then-fine", match, times: 2, retryAfterSeconds: 0.05 });
    const retries: Retry[] = [];
    const result = await createTestClient(demo.url, { maxAttempts: 4 })(ask(`hello, ${match}`), {
      onRetry: (retry) => retries.push(retry),
    });
    expect(result).toMatchObject({ ok: true, answer: { attempts: 3 } });
    expect(retries).toMatchObject([
      { attempt: 1, reason: "model-busy" },
      { attempt: 2, reason: "model-busy" },
    ]);
    for (const { waitMs } of retries) expect(waitMs).toBeGreaterThanOrEqual(50);
    for (const { waitMs } of retries) expect(waitMs).toBeLessThanOrEqual(55);
  });

  it("ends as busy when 429 goes on, and at once when the wait would be too long", async () => {
    const busy = json(429, { error: { message: "slow down" } }, { "retry-after": "0" });
    expect(await callRaw(3, busy)).toMatchObject({
      result: { ok: false, reason: "model-busy", partial: { attempts: 3, text: "" } },
      sent: 3,
    });
    await raw?.close();
    const veryBusy = json(429, { error: { message: "slow down" } }, { "retry-after": "3600" });
    expect(await callRaw(3, veryBusy)).toMatchObject({
      result: { ok: false, reason: "model-busy" },
      sent: 1,
    });
  });

  it("does not retry an exhausted quota", async () => {
    const spent = json(429, { error: { message: "pay", code: "insufficient_quota" } });
    expect(await callRaw(3, spent)).toMatchObject({
      result: { ok: false, reason: "model-no-credit" },
      sent: 1,
    });
  });
});

describe("a failing server is asked again before the first token", () => {
  it.each([
    [500, "model-unavailable", 3],
    [502, "model-unavailable", 3],
    [503, "model-unavailable", 3],
    [408, "model-unavailable", 2],
    [529, "model-busy", 2],
  ])("retries a %i, then ends as %s, after %i calls", async (status, reason, calls) => {
    const failing = json(status, { error: { message: "sorry" } }, { "retry-after-ms": "1" });
    const { result, retries, sent } = await callRaw(2, failing);
    expect(result).toMatchObject({ ok: false, reason });
    expect(retries).toMatchObject([{ attempt: 1, reason }]);
    // A 5xx may be of the stream: the last call is without.
    expect(sent).toBe(calls);
  });

  it("recovers from a 500", async () => {
    const failing = json(500, { error: { message: "sorry" } }, { "retry-after-ms": "1" });
    const { result } = await callRaw(2, failing, FINE);
    expect(result).toMatchObject({ ok: true, answer: { text: "fine", attempts: 2 } });
  });

  it("retries a stream that breaks or ends with nothing in it", async () => {
    const { result, retries } = await callRaw(3, brokenStream(": wait\n\n"), stream(""), FINE);
    expect(result).toMatchObject({ ok: true, answer: { text: "fine", attempts: 3 } });
    expect(retries.map((retry) => retry.reason)).toEqual([
      "model-unavailable",
      "model-unavailable",
    ]);
  });

  it("retries an error object in a stream that began with 200", async () => {
    const limited = stream(event({ error: { message: "later", type: "rate_limit_error" } }));
    const { result, retries } = await callRaw(2, limited, FINE);
    expect(result).toMatchObject({ ok: true, answer: { attempts: 2 } });
    expect(retries).toMatchObject([{ reason: "model-busy" }]);
  });
});

describe("a server that cannot be reached is asked again", () => {
  it("retries a connection that is refused", async () => {
    const closed = await startRawServer(FINE);
    await closed.close();
    const retries: Retry[] = [];
    const result = await createTestClient(closed.url, { maxAttempts: 2 })(ask("hello"), {
      onRetry: (retry) => retries.push(retry),
    });
    expect(result).toMatchObject({
      ok: false,
      reason: "model-unavailable",
      partial: { attempts: 2 },
    });
    expect(!result.ok && result.reason !== "aborted" && result.detail).toContain("ECONNREFUSED");
    expect(retries).toHaveLength(1);
  });

  it("gives up on a server that stays silent, and tries again", async () => {
    const control = demoModelControl(demo.url);
    await control.queue({ scenario: "hang", match: "hang once" });
    stopClock();
    const limits = { maxAttempts: 2, firstTokenTimeoutMs: SILENCE_MS };
    const result = createTestClient(demo.url, limits)(ask("hello, hang once"));
    const requests = () => control.requests("hang once");
    await expect.poll(requests).toHaveLength(1);
    vi.advanceTimersByTime(SILENCE_MS);
    expect(await result).toMatchObject({ ok: true, answer: { attempts: 2 } });
    await expect.poll(requests).toMatchObject([{ aborted: true }, { aborted: false }]);
  });

  it("counts comments as a sign of life", async () => {
    stopClock();
    let left = 25;
    // The next piece is asked for once the one before it was read.
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      vi.advanceTimersByTime(SILENCE_MS - 1);
      left -= 1;
      const piece = left > 0 ? ": still here\n\n" : textEvent("at last") + FINISH + DONE;
      controller.enqueue(new TextEncoder().encode(piece));
      if (left === 0) controller.close();
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    vi.stubGlobal("fetch", async () => new Response(body, { headers: EVENT_STREAM }));
    const call = createTestClient("http://model.invalid/v1", { firstTokenTimeoutMs: SILENCE_MS });
    const result = await call(ask("hello"));
    expect(result).toMatchObject({ ok: true, answer: { text: "at last", attempts: 1 } });
  });
});

describe("what is not retried", () => {
  it.each([
    [400, "model-refused"],
    [413, "request-too-long"],
    [422, "model-refused"],
  ])("does not retry a %i: %s", async (status, reason) => {
    expect(await callRaw(3, json(status, { error: { message: "no" } }))).toMatchObject({
      result: { ok: false, reason },
      sent: 1,
    });
  });

  it("does not retry a key that is refused, and keeps the key out of the detail", async () => {
    const { result, sent } = await callRaw(3, (response, request) =>
      json(401, { error: { message: `bad: ${request.headers.authorization}` } })(response, request),
    );
    expect(result).toMatchObject({ ok: false, reason: "model-unauthorised" });
    expect(sent).toBe(1);
    expect(JSON.stringify(result)).not.toContain(TEST_KEY);
    expect(!result.ok && result.reason !== "aborted" && result.detail).toContain(
      "bad: Bearer [key]",
    );
  });
});

describe("the wait between attempts", () => {
  it("grows, with jitter, up to eight seconds", () => {
    for (const [attempt, full] of [
      [1, 400],
      [2, 800],
      [3, 1600],
      [9, 8000],
    ] as const) {
      const waits = Array.from({ length: 200 }, () => retryWaitMs(attempt, null) ?? Number.NaN);
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(full / 2);
      expect(Math.max(...waits)).toBeLessThanOrEqual(full);
      expect(new Set(waits).size).toBeGreaterThan(10);
    }
  });

  it("is never shorter than what the server asked for, and none beyond thirty seconds", () => {
    expect(retryWaitMs(1, 2_000)).toBeGreaterThanOrEqual(2_000);
    expect(retryWaitMs(5, 0)).toBe(0);
    expect(retryWaitMs(1, 30_001)).toBeNull();
  });
});
