/** What probes find out: of the demo model, and of servers that lack one thing each. */
import { afterEach, describe, expect, it } from "vitest";
import type { CapabilityFinding, CapabilityName } from "../../contracts/model/capability.ts";
import { startDemoModel } from "../../demo-model/start-demo-model.ts";
import { type ModelServer, startModelServer } from "../testing/start-model-server.ts";
import { DONE, EVENT_STREAM, FINISH, textEvent } from "../testing/start-raw-server.ts";
import { TEST_KEY, testConnection } from "../testing/test-client.ts";
import { probeConnection } from "./probe-connection.ts";
import { readLimit } from "./probe-list.ts";
import { duringTurnCall } from "./turns-first.ts";

type Found = Partial<Record<CapabilityName, CapabilityFinding & { said: string }>>;
type Answer = NonNullable<Parameters<typeof startModelServer>[0]["answer"]>;

let server: ModelServer | undefined;
afterEach(() => server?.close());

async function probe(url: string, signal = new AbortController().signal): Promise<Found> {
  const found: Found = {};
  await probeConnection(
    testConnection(url),
    {
      learn: (name, finding, said) => {
        found[name] = { ...finding, said };
      },
    },
    signal,
  );
  return found;
}

/** What was asked for and not found out, and by what the plain request was refused. */
async function probeUnclear(answer: Answer) {
  server = await startModelServer({ answer });
  const unclear: Partial<Record<CapabilityName, string>> = {};
  const leave = (name: CapabilityName, words: string, said: string) => {
    unclear[name] = `${words} | ${said}`;
  };
  const { signal } = new AbortController();
  const connection = testConnection(`${server.origin}/v1`);
  const refusal = await probeConnection(connection, { learn: () => undefined, leave }, signal);
  return { unclear, refusal };
}

async function probeServer(answer: Answer): Promise<Found> {
  server = await startModelServer({ answer });
  return probe(`${server.origin}/v1`);
}

const says = (content: string) => ({
  status: 200,
  body: { choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }] },
});
const refuses = (status: number, message: string) => ({ status, body: { error: { message } } });

const holds = (found: Found) =>
  Object.fromEntries(Object.entries(found).map(([name, finding]) => [name, finding.holds]));

describe("probes", () => {
  it("say by what they were refused where they found nothing out", async () => {
    const { unclear, refusal } = await probeUnclear((_request, body) => {
      if (body.includes("response_format")) return refuses(429, "Slow down");
      if (body.includes('"tools"')) return says("I call nothing.");
      return body.includes("100000000") ? refuses(400, "That is too much") : says("OK");
    });
    expect(refusal).toBe(null);
    expect(unclear).toMatchObject({
      "json-schema": "429: not answered | Slow down",
      tools: "200: the answer shows nothing | ",
      "max-output-tokens": "400: the refusal names nothing | That is too much",
    });
  });

  it("say by what the plain request was refused", async () => {
    const { unclear, refusal } = await probeUnclear(() => refuses(402, "No credit"));
    expect([unclear, refusal]).toEqual([{}, "402: not answered"]);
  });

  it("find out what the demo model can do, within little output", async () => {
    const demo = await startDemoModel({ port: 0, tokenDelayMs: 0 });
    const found = await probe(demo.url);
    await demo.close();
    expect(holds(found)).toEqual({
      streaming: true,
      "usage-in-stream": true,
      "system-role": true,
      "second-system-message": true,
      "same-role-turns": true,
      "json-schema": true,
      "strict-schema": true,
      "json-object": true,
      tools: true,
      "native-tools": true,
      "parallel-tools": true,
      "forced-tool-call": true,
      images: true,
      embeddings: false,
    });
    expect(found.embeddings).toMatchObject({ source: "probe", value: null });
    expect(found.embeddings?.evidence).toContain("404 for embeddings by test-embeddings");
  });

  it.each<[string, CapabilityName, (body: Record<string, unknown>) => boolean, string]>([
    ["tools", "tools", (body) => "tools" in body, "this model does not support tools"],
    ["schemas", "json-schema", (body) => formatOf(body) === "json_schema", "no json_schema"],
    ["objects", "json-object", (body) => formatOf(body) === "json_object", "no json_object"],
    ["forced calls", "forced-tool-call", (body) => "tool_choice" in body, "no tool_choice"],
    ["streams", "streaming", (body) => body.stream === true, "no stream"],
    ["usage", "usage-in-stream", (body) => "stream_options" in body, "no stream_options"],
    ["neighbours", "same-role-turns", (body) => rolesOf(body) === "user,user", "must alternate"],
    [
      "systems",
      "second-system-message",
      (body) => rolesOf(body).includes("assistant,system"),
      "one",
    ],
  ])(
    "find that a server refuses %s, and keep the status without its words",
    async (_, name, isRefused, words) => {
      const found = await probeServer((_request, text) => {
        const body = JSON.parse(text) as Record<string, unknown>;
        if (isRefused(body)) return refuses(400, `${words} for ${TEST_KEY}`);
        if (body.stream !== true) return says('{"word":"blue"}');
        const stream = textEvent("OK") + FINISH + DONE;
        return { status: 200, body: stream, headers: EVENT_STREAM };
      });
      expect(found[name]).toMatchObject({
        holds: false,
        source: "probe",
        evidence: "400",
        said: `400: ${words} for [key]`,
      });
    },
  );

  it("read a model's own limit of output, and that an image is seen", async () => {
    const found = await probeServer((_request, text) => {
      const body = JSON.parse(text) as { max_tokens: number };
      if (body.max_tokens > 1_000) {
        return refuses(400, "max_tokens is too large: this model supports at most 16384 tokens");
      }
      return says(text.includes("image_url") ? "Red." : "OK");
    });
    expect(found["max-output-tokens"]).toMatchObject({ holds: true, value: 16_384 });
    expect(found.images).toMatchObject({ holds: true });
  });

  it("use the other name of the limit with models that reason", async () => {
    const found = await probeServer((_request, text) =>
      "max_tokens" in JSON.parse(text)
        ? refuses(400, "Unsupported parameter: use max_completion_tokens")
        : says("OK"),
    );
    expect(found["system-role"]).toMatchObject({ holds: true });
  });

  it.each([401, 402, 429, 500, 503])(
    "find nothing where everything fails with %i",
    async (status) => {
      expect(await probeServer(() => refuses(status, "no"))).toEqual({});
      expect(server?.requests).toHaveLength(1);
    },
  );

  it("leave open what fails for another reason", async () => {
    const found = await probeServer((_request, text) =>
      "tools" in JSON.parse(text) ? refuses(429, "tools: slow down") : says("OK"),
    );
    expect(found).not.toHaveProperty("tools");
    expect(found["system-role"]).toMatchObject({ holds: true });
  });

  it("wait while a turn calls a model", async () => {
    server = await startModelServer({ answer: () => says("OK") });
    const { promise: turn, resolve: endTurn } = Promise.withResolvers<void>();
    const url = `${server.origin}/v1`;
    const called = duringTurnCall(() => turn);
    const probed = probe(url);
    // A request of our own that the server answers shows that none of a probe came before it.
    await fetch(`${url}/chat/completions`, { method: "POST", body: "{}" });
    expect(server.requests).toHaveLength(1);
    endTurn();
    await called;
    expect(await probed).toHaveProperty("system-role");
  });

  it("stop when the server process ends", async () => {
    const ending = new AbortController();
    server = await startModelServer({
      answer() {
        ending.abort();
        return says("OK");
      },
    });
    expect(await probe(`${server.origin}/v1`, ending.signal)).toEqual({});
    expect(server.requests).toHaveLength(1);
  });
});

it.each([
  [
    "max_tokens is too large: 100000000. This model supports at most 16384 completion tokens",
    16_384,
  ],
  ["max_tokens: 100000000 > 8192, which is the maximum allowed number of output tokens", 8_192],
  ["`max_tokens` must be less than or equal to `32768`", 32_768],
  ["Range of max_tokens should be [1, 8192]", 8_192],
  ["This model's maximum context length is 4096 tokens", 4_096],
  ["something else", null],
])("%j names the limit %s", (words, limit) => expect(readLimit(words)).toBe(limit));

const formatOf = ({ response_format: format }: Record<string, unknown>) =>
  (format as { type?: string } | undefined)?.type;
const rolesOf = ({ messages }: Record<string, unknown>) =>
  ((messages ?? []) as { role: string }[]).map(({ role }) => role).join(",");
