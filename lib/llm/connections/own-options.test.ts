/** What an operator adds to a connection, as it reaches the server, and what is refused. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ConnectionHeaders,
  ConnectionParameters,
} from "../../env/connections/connection-options.ts";
import { processSlot } from "../../env/process-wide.ts";
import { settings } from "../../env/settings.ts";
import { checkConnection } from "../checks/check-connection.ts";
import {
  DONE,
  EVENT_STREAM,
  FINISH,
  json,
  type RawServer,
  startRawServer,
  stream,
  textEvent,
} from "../testing/start-raw-server.ts";
import { ask, createTestClient, PYTHON_TOOL, testConnection } from "../testing/test-client.ts";
import { contextRoomOf, estimatePrompt, plansTurns } from "./agent-connection.ts";
import { modelConnections } from "./model-connection.ts";

const folder = mkdtempSync(join(tmpdir(), "halfsilver-options-"));
const forget = () => {
  processSlot("model-connections").value = undefined;
};
let server: RawServer | undefined;
afterEach(async () => {
  await server?.close();
  Object.assign(settings(), { MODELS_FILE: undefined, PLANNING: "on" });
  forget();
});

/** Connections of a file with one of these options, which is the default. */
function connectionsWith(given: object, others: object = {}, agents = {}) {
  const path = join(folder, "models.json");
  const main = { model: "m", baseUrl: "http://127.0.0.1:9/v1", ...given };
  writeFileSync(
    path,
    JSON.stringify({ default: "main", connections: { main, ...others }, agents }),
  );
  Object.assign(settings(), { MODELS_FILE: path });
  forget();
  return modelConnections();
}

const SECRET = "secret-of-the-gateway";

describe("headers and parameters", () => {
  it("reach the server with every request, and cannot replace what the product sends", async () => {
    const seen: IncomingHttpHeaders[] = [];
    server = await startRawServer((response, request) => {
      seen.push(request.headers);
      stream(textEvent("OK"), FINISH, DONE)(response, request);
    });
    vi.stubEnv("GATEWAY_KEY", SECRET);
    const { all } = connectionsWith({
      baseUrl: server.url,
      headers: { "X-Gateway-Key": { env: "GATEWAY_KEY" }, "x-team": "blue" },
      parameters: { temperature: 0.2, reasoning_effort: "low", options: { num_ctx: 8192 } },
    });
    const connection = all.get("main") ?? testConnection("");
    const result = await createTestClient([connection])(ask("hello", { tools: [PYTHON_TOOL] }));
    expect(result.ok).toBe(true);
    expect(seen[0]).toMatchObject({ "x-gateway-key": SECRET, "x-team": "blue" });
    expect(JSON.parse(server.bodies[0] ?? "")).toMatchObject({
      temperature: 0.2,
      reasoning_effort: "low",
      options: { num_ctx: 8192 },
      model: "m",
      stream: true,
      messages: [{ role: "user", content: "hello" }],
    });
    await checkConnection(connection);
    expect(seen.length).toBeGreaterThan(2);
    for (const headers of seen) expect(headers["x-gateway-key"]).toBe(SECRET);
  });

  it("a secret header is hidden where a server repeats it", async () => {
    server = await startRawServer(json(401, { error: { message: `no such key ${SECRET}` } }));
    vi.stubEnv("GATEWAY_KEY", SECRET);
    const { all } = connectionsWith({
      baseUrl: server.url,
      headers: { "x-gateway-key": { env: "GATEWAY_KEY" } },
    });
    const connection = all.get("main") ?? testConnection("");
    const replies: string[] = [];
    const result = await createTestClient([connection])(ask("hello"), {
      onRefusal: ({ reply }) => replies.push(reply.text),
    });
    const { sentence } = await checkConnection(connection);
    expect(replies.join()).toContain("no such key [key]");
    expect(JSON.stringify([result, replies, sentence])).not.toContain(SECRET);
  });

  it.each([
    "model",
    "messages",
    "tools",
    "tool_choice",
    "stream",
    "stream_options",
    "response_format",
    "parallel_tool_calls",
    "functions",
    "function_call",
    "n",
    "prompt",
    "input",
  ])("the parameter %s is refused, with the reason", (name) => {
    const { error } = ConnectionParameters.safeParse({ temperature: 1, [name]: 1 });
    expect(error?.issues).toMatchObject([{ path: [name] }]);
    expect(error?.issues[0]?.message).toMatch(/^cannot be set here: /);
  });

  it.each([
    ["Authorization", "Bearer x"],
    ["Api-Key", "x"],
    ["content-type", "text/plain"],
    ["Host", "elsewhere"],
    ["x-two", "one\r\nx-three: injected"],
    ["x y", "no name"],
    ["x-key", { env: "not a name" }],
  ])("the header %s is refused", (name, value) => {
    expect(ConnectionHeaders.safeParse({ [name]: value }).success).toBe(false);
  });

  it("names a variable that is not set", () => {
    expect(() => connectionsWith({ headers: { "x-key": { env: "NO_SUCH_VARIABLE" } } })).toThrow(
      "connections.main.headers.x-key names NO_SUCH_VARIABLE, which is not set",
    );
  });
});

describe("tools and timeouts", () => {
  it("tools that are off are not sent", async () => {
    server = await startRawServer(stream(textEvent("OK"), FINISH, DONE));
    const { all } = connectionsWith({ baseUrl: server.url, tools: "off" });
    const connection = all.get("main") ?? testConnection("");
    const result = await createTestClient([connection])(ask("hello", { tools: [PYTHON_TOOL] }));
    expect(result).toMatchObject({ ok: true, answer: { sent: { adaptations: ["no-tools"] } } });
    expect(JSON.parse(server.bodies[0] ?? "")).not.toHaveProperty("tools");
  });

  it("a connection has its own patience, before the first token and after it", async () => {
    server = await startRawServer(
      () => undefined,
      (response) => {
        response.writeHead(200, EVENT_STREAM);
        response.write(textEvent("O"));
      },
    );
    const patience = (timeouts: object) =>
      connectionsWith({ baseUrl: server?.url, timeouts }).all.get("main") ?? testConnection("");
    const first = await createTestClient([patience({ firstTokenMs: 150 })])(ask("hello"));
    expect(first).toMatchObject({ ok: false, reason: "model-too-slow" });
    const second = await createTestClient([patience({ silenceMs: 150 })])(ask("hello"));
    expect(second).toMatchObject({ ok: false, reason: "model-cut-off" });
    expect(second.ok || "detail" in second ? second : {}).toMatchObject({
      detail: "no sign of life came for 150 ms",
    });
  });
});

describe("what a connection says of an agent's prompts", () => {
  it("the room for a prompt leaves out what the answer needs", () => {
    connectionsWith({ contextTokens: 8_000 });
    expect(contextRoomOf("main")).toBe(6_000);
    connectionsWith({ contextTokens: 8_000, parameters: { max_tokens: 500 } });
    expect(contextRoomOf("main")).toBe(7_500);
    connectionsWith({});
    expect(contextRoomOf("main")).toBe(null);
  });

  it("a picture is not counted by its bytes", () => {
    const url = `data:image/png;base64,${"A".repeat(90_000)}`;
    const content = [{ type: "image_url" as const, image_url: { url } }];
    expect(estimatePrompt([{ role: "user", content }], [])).toBeLessThan(100);
    expect(estimatePrompt([{ role: "user", content: "x".repeat(3_000) }], [])).toBeGreaterThan(999);
  });

  it("planning is off by the setting, or by the planner's connection", () => {
    connectionsWith({});
    expect(plansTurns("coordinator")).toBe(true);
    connectionsWith({ planning: "off" });
    expect(plansTurns("coordinator")).toBe(false);
    connectionsWith({ planning: "off" }, { other: { model: "n" } }, { coordinator: "other" });
    expect(plansTurns("coordinator")).toBe(true);
    Object.assign(settings(), { PLANNING: "off" });
    connectionsWith({});
    expect(plansTurns("coordinator")).toBe(false);
    rmSync(folder, { recursive: true });
  });
});
