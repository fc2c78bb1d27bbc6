/** Two connections: one that is away or silent is left for the other in time, and never once the person reads its answer. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { startClock } from "../../contracts/run/run-clock.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import type { ModelRequest } from "../model-types.ts";
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
} from "../testing/start-raw-server.ts";
import { ask, createTestClient, testConnection } from "../testing/test-client.ts";

const servers: RawServer[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(...answers: RawAnswer[]): Promise<RawServer> {
  const server = await startRawServer(...answers);
  servers.push(server);
  return server;
}

const FINE = stream(textEvent("from the second"), FINISH, DONE);
const silent: RawAnswer = () => undefined;
/** Sends this again and again, and never an answer. */
const trickle =
  (piece: string): RawAnswer =>
  (response) => {
    response.writeHead(200, EVENT_STREAM);
    const write = () => {
      if (response.destroyed) return;
      response.write(piece);
      setImmediate(write);
    };
    write();
  };

const LIMIT_MS = 60_000;
/** The clock stands still until this is asked, and then goes on step by step to a little more than half of the limit. */
function whileTimePasses(answer: RawAnswer): RawAnswer {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  return (response, request) => {
    answer(response, request);
    let left = 60;
    const step = () => {
      if (response.destroyed || left === 0 || !vi.isFakeTimers()) return;
      vi.advanceTimersByTime(LIMIT_MS / 100);
      left -= 1;
      setImmediate(step);
    };
    step();
  };
}

/** A budget of so many milliseconds from now on. */
function within(ms: number): Pick<ModelRequest, "leftMs"> {
  const clock = startClock();
  const limit = clock.limit(ms);
  return { leftMs: () => clock.leftMs(limit) };
}

/** Asks the first of two connections, and tells which one answered and how often each was asked. */
async function askBoth(first: RawAnswer | string, given: Partial<ModelRequest> = {}) {
  const address = typeof first === "string" ? first : (await start(first)).url;
  const second = await start(FINE);
  const route: ModelConnection[] = [
    testConnection(address, "first"),
    testConnection(second.url, "second"),
  ];
  const takesOver: (string | null)[] = [];
  const reasons: string[] = [];
  const call = createTestClient(route, { maxAttempts: 4, firstTokenTimeoutMs: 60_000 });
  const result = await call(ask("hello", given), {
    onRefusal: (refusal) => {
      takesOver.push(refusal.takesOver);
      reasons.push(refusal.reason);
    },
  });
  const answer = result.ok ? result.answer : result.partial;
  return {
    result,
    text: answer.text,
    by: answer.sent.connection,
    asked: [servers.find(({ url }) => url === address)?.bodies.length ?? 0, second.bodies.length],
    takesOver,
    reasons,
  };
}

describe("the fallback answers within the time", () => {
  it.each([
    ["says nothing", silent],
    [
      "sends headers and nothing else",
      (response) => void response.writeHead(200, EVENT_STREAM).flushHeaders(),
    ],
    ["sends comments for ever", trickle(": still here\n\n")],
    ["sends blank lines for ever", trickle("\n\n")],
    ["sends empty events for ever", trickle("data: null\n\n")],
    ["sends empty deltas for ever", trickle(textEvent(""))],
    [
      "says an error that never ends",
      (response) => void response.writeHead(500).write('{"error":{"message":"'),
    ],
  ] as [string, RawAnswer][])("where the first %s", async (_, first) => {
    const asked = await askBoth(whileTimePasses(first), within(LIMIT_MS));
    expect(asked).toMatchObject({
      result: { ok: true },
      text: "from the second",
      by: "second",
      asked: [1, 1],
      takesOver: ["second"],
      reasons: ["model-too-slow"],
    });
  });

  it("where the first is not there, after its share of the time", async () => {
    const gone = await startRawServer(FINE);
    await gone.close();
    const asked = await askBoth(gone.url, within(900));
    expect(asked).toMatchObject({ by: "second", text: "from the second" });
    expect(asked.takesOver.at(-1)).toBe("second");
  });

  it("where the first is killed before its answer", async () => {
    const asked = await askBoth(brokenStream(": hello\n\n"), within(900));
    expect(asked).toMatchObject({ by: "second", text: "from the second" });
  });

  it("where the first asks to wait for longer than its share", async () => {
    const busy = json(429, { error: { message: "Please try again in 20s." } });
    expect(await askBoth(busy, within(2_000))).toMatchObject({ by: "second", asked: [1, 1] });
  });

  it("where the first loads its model for longer than its share", async () => {
    const loading = json(503, { error: { code: 503, message: "Loading model" } });
    const asked = await askBoth(loading, within(1_600));
    expect(asked).toMatchObject({ by: "second", takesOver: [null, "second"] });
  });
});

it("an answer that is killed in the middle is no other connection's to go on with", async () => {
  const asked = await askBoth(brokenStream(textEvent("from the")), within(5_000));
  expect(asked).toMatchObject({
    result: { ok: false, reason: "model-cut-off" },
    text: "from the",
    by: "first",
    asked: [1, 0],
  });
});

it("a model that thinks is not silent, however long it thinks", async () => {
  const thinking = event({ choices: [{ index: 0, delta: { reasoning_content: "hm" } }] });
  const asked = await askBoth((response) => {
    response.writeHead(200, EVENT_STREAM);
    let left = 60;
    const timer = setInterval(() => {
      left -= 1;
      response.write(left > 0 ? thinking : textEvent("thought") + FINISH + DONE);
      if (left === 0) clearInterval(timer);
    });
    response.once("close", () => clearInterval(timer));
  }, within(600));
  expect(asked).toMatchObject({ result: { ok: true }, text: "thought", by: "first" });
});

describe("a refused key falls back at once", () => {
  const said = (message: string, more: object = {}) => ({ error: { message, ...more } });
  it.each([
    [401, said("Incorrect API key provided", { code: "invalid_api_key" })],
    [401, { detail: "Unauthorized" }],
    [401, { error: "Unauthorized" }],
    [403, said("You do not have permission to use this key")],
    [
      400,
      [
        said("API key not valid. Please pass a valid API key.", {
          code: 400,
          status: "INVALID_ARGUMENT",
        }),
      ],
    ],
    [400, said("API key expired. Please renew the API key.")],
    [400, { code: "invalid argument", error: "Incorrect API key provided: xa***zz" }],
    [400, said("x", { details: [{ reason: "API_KEY_INVALID" }] })],
    [400, said("Authentication Error, Invalid proxy server token passed", { type: "auth_error" })],
    [422, { message: "Missing Authorization header" }],
    [200, { error: { message: "API key not valid" } }],
    [200, { detail: "Invalid API key" }],
    [200, { success: false, message: "Unauthorized" }],
    [500, { error: "invalid api key" }],
    [404, said("The api-key was not found or has been revoked")],
  ])("%i %j", async (status, body) => {
    expect(await askBoth(json(status, body), within(10_000))).toMatchObject({
      by: "second",
      asked: [1, 1],
      reasons: ["model-unauthorised"],
    });
  });

  it.each([
    "max_tokens is not valid: token limit exceeded",
    "Invalid value for 'tools[0].function': no key named parameters",
    "messages: the content is invalid",
  ])("and no other refusal does: %j", async (message) => {
    expect(await askBoth(json(400, said(message)), within(10_000))).toMatchObject({
      result: { ok: false },
      by: "first",
      asked: [1, 0],
    });
  });
});

describe("one connection alone", () => {
  const call = (server: RawServer, given: Partial<ModelRequest> = {}, maxAttempts = 4) =>
    createTestClient(server.url, { maxAttempts })(ask("hello", given));

  it("is waited for while it loads its model, beyond the number of attempts", async () => {
    const loading = json(503, { error: { code: 503, message: "Loading model" } });
    const server = await start(loading, loading, FINE);
    const result = await call(server, within(60_000), 1);
    expect(result).toMatchObject({ ok: true, answer: { attempts: 3 } });
  });

  it("is not waited for beyond the time of the caller", async () => {
    const server = await start(json(503, { error: "Model x is currently loading" }));
    expect(await call(server, within(700))).toMatchObject({
      ok: false,
      reason: "model-unavailable",
      partial: { attempts: 2 },
    });
  });

  it.each([
    [
      400,
      {
        error: {
          message: "Failed to call a function.",
          code: "tool_use_failed",
          failed_generation: "streaming is not supported",
        },
      },
    ],
    [500, { error: { code: 500, message: "Failed to parse input at pos 4: <tool_call>" } }],
  ])("is asked once more where the model failed to write: %i %j", async (status, body) => {
    const failed = json(status, body);
    expect(await call(await start(failed, FINE), {}, 1)).toMatchObject({ ok: true });
    const server = await start(failed);
    expect(await call(server)).toMatchObject({ ok: false, reason: "model-protocol" });
    expect(server.bodies).toHaveLength(2);
    expect(server.bodies[0]).toBe(server.bodies[1]);
  });

  it("is asked once more where a call was malformed by the finish reason", async () => {
    const malformed = stream(
      event({ choices: [{ index: 0, delta: {}, finish_reason: "MALFORMED_FUNCTION_CALL" }] }),
      DONE,
    );
    expect(await call(await start(malformed, FINE), {}, 1)).toMatchObject({ ok: true });
  });
});
