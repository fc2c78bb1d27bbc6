/** What each preset really sends, against what its provider documents (docs/providers.md names the pages). */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ProviderId } from "../../contracts/model/provider.ts";
import { DONE, EVENT_STREAM, FINISH, textEvent } from "../testing/start-raw-server.ts";
import { ask, createTestClient, PYTHON_TOOL, testConnection } from "../testing/test-client.ts";
import { PROVIDER_PRESETS, recogniseProvider } from "./provider-presets.ts";

type Recorded = { method: string; url: string; headers: IncomingHttpHeaders; body: unknown };

let server: Server | undefined;
afterEach(() => server?.close());

const KEY = "key-of-the-provider";

/** One call by the preset, with its address moved to this machine. */
async function record(provider: ProviderId, path: string, query = {}): Promise<Recorded> {
  const { promise, resolve } = Promise.withResolvers<Recorded>();
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { method = "", url = "", headers } = request;
    resolve({ method, url, headers, body: JSON.parse(body) });
    response.writeHead(200, EVENT_STREAM);
    response.end(textEvent("hello") + FINISH + DONE);
  });
  await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = {
    ...testConnection(origin + path),
    provider,
    apiKey: PROVIDER_PRESETS[provider].authentication === "none" ? "" : KEY,
    query,
  };
  const result = await createTestClient([connection])(ask("hello", { tools: [PYTHON_TOOL] }));
  expect(result).toMatchObject({ ok: true, answer: { text: "hello" } });
  return promise;
}

/** The path of the preset's address; Azure's stands in the address of the resource. */
const PATHS: Record<Exclude<ProviderId, "demo" | "other">, string> = {
  openai: "/v1",
  azure: "/openai/v1",
  openrouter: "/api/v1",
  vllm: "/v1",
  ollama: "/v1",
  "lm-studio": "/v1",
  "llama-cpp": "/v1",
  litellm: "/v1",
};

describe("a preset", () => {
  it.each(Object.entries(PATHS))("%s sends what its provider documents", async (id, path) => {
    const provider = id as ProviderId;
    const { method, url, headers, body } = await record(provider, path);
    expect([method, url]).toEqual(["POST", `${path}/chat/completions`]);
    expect(headers["content-type"]).toBe("application/json");
    const { authentication, baseUrl } = PROVIDER_PRESETS[provider];
    if (authentication === "api-key") {
      expect(headers).toMatchObject({ "api-key": KEY });
      expect(headers).not.toHaveProperty("authorization");
    } else {
      expect(headers.authorization).toBe(`Bearer ${authentication === "none" ? "none" : KEY}`);
      expect(headers).not.toHaveProperty("api-key");
    }
    if (baseUrl) expect(new URL(baseUrl).pathname).toBe(path);
    expect(body).toEqual({
      model: "test-model",
      messages: [{ role: "user", content: "hello" }],
      tools: [PYTHON_TOOL],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("adds the query of its connection to the address, as Azure's api-version", async () => {
    const { url } = await record("azure", "/openai/v1", { "api-version": "preview" });
    expect(url).toBe("/openai/v1/chat/completions?api-version=preview");
  });

  it.each([
    ["https://api.openai.com/v1", "openai"],
    ["https://my-resource.openai.azure.com/openai/v1", "azure"],
    ["https://openrouter.ai/api/v1", "openrouter"],
    ["http://localhost:11434/v1", "ollama"],
    ["http://127.0.0.1:1234/v1", "lm-studio"],
    ["http://gpu-box:8000/v1", "vllm"],
    ["http://gpu-box:8080/v1", "llama-cpp"],
    ["http://gateway:4000/v1", "litellm"],
    ["https://models.example.com/v1", "other"],
    // An address that only looks like a provider's.
    ["https://api.openai.com.example.org/v1", "other"],
  ])("is recognised by the address %s: %s", (address, provider) => {
    expect(recogniseProvider(address)).toBe(provider);
  });
});
