import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { serveLoopback } from "../fetch-page/testing/serve-loopback.ts";
import type { SearchProvider } from "./search-provider.ts";
import {
  brave,
  chooseProvider,
  createWebSearch,
  searxng,
  tavily,
  WebSearchArguments,
} from "./web-search.ts";

const context = (signal = new AbortController().signal) => ({
  conversationId: "c",
  runId: "r",
  files: [],
  signal,
});
const run = (provider: SearchProvider, query = "glass", limit = 3, signal?: AbortSignal) =>
  createWebSearch(provider).run({ query, limit }, context(signal));

type Seen = { url: string; headers: IncomingMessage["headers"]; body: string };

/** A provider with a fixed answer that records its queries. */
async function serve(answer: unknown, status = 200, headers = {}) {
  const seen: Seen[] = [];
  const origin = await serveLoopback(async (request, response) => {
    seen.push({ url: request.url ?? "", headers: request.headers, body: await text(request) });
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
  return { origin, seen };
}

const hit = { title: "Glass", url: "https://glass.example/a" };

describe("web_search", () => {
  it("asks SearXNG for JSON", async () => {
    const { origin, seen } = await serve({
      results: [{ ...hit, content: "Made of sand", score: 1 }],
    });
    const outcome = await run(searxng(`${origin}/search`), "how is glass made?");
    expect(seen[0]?.url).toBe("/search?q=how+is+glass+made%3F&format=json");
    expect(JSON.parse(outcome.content)).toEqual({
      results: [{ ...hit, snippet: "Made of sand" }],
    });
  });

  it("asks Tavily with its key", async () => {
    const { origin, seen } = await serve({ results: [{ ...hit, content: null }] });
    const outcome = await run(tavily("key-1", `${origin}/search`));
    expect(seen[0]?.headers.authorization).toBe("Bearer key-1");
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ query: "glass", max_results: 3 });
    expect(JSON.parse(outcome.content).results).toEqual([{ ...hit, snippet: "" }]);
  });

  it("asks Brave with its key and takes the markup out of what it says", async () => {
    const description = "<strong>Glass</strong> &amp; sand <script>alert(1)</script>";
    const { origin, seen } = await serve({ web: { results: [{ ...hit, description }] } });
    const outcome = await run(brave("key-2", `${origin}/web`));
    expect(seen[0]?.headers["x-subscription-token"]).toBe("key-2");
    expect(seen[0]?.url).toBe("/web?q=glass&count=3");
    expect(JSON.parse(outcome.content).results[0].snippet).toBe("Glass & sand");
  });

  it("keeps no more results than asked for, and none that is not of the web", async () => {
    const bad = [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "no address",
      `https://a/${"x".repeat(2_000)}`,
    ];
    const results = [
      ...bad,
      ...Array.from({ length: 9 }, (_, index) => `https://a.example/${index}`),
    ];
    const { origin } = await serve({ results: results.map((url) => ({ ...hit, url })) });
    const outcome = await run(searxng(origin), "glass", 2);
    const urls = JSON.parse(outcome.content).results.map(({ url }: { url: string }) => url);
    expect(urls).toEqual(["https://a.example/0", "https://a.example/1"]);
    // One source for each result, in order: an answer cites them one by one.
    expect(outcome.sources).toEqual(
      urls.map((address: string) => ({ kind: "page", title: "Glass", address })),
    );
  });

  it("says that nothing was found", async () => {
    const { origin } = await serve({ web: null });
    const outcome = await run(brave("key", origin));
    expect(outcome).toMatchObject({ outcome: "ok" });
    expect(JSON.parse(outcome.content).note).toContain("Nothing was found");
  });

  it.each([
    ["finds something", { results: [hit] }, 200],
    ["finds nothing", { results: [] }, 200],
    ["refuses", {}, 403],
    ["speaks no JSON", "<html>", 200],
  ])("repeats no word of the query where the provider %s", async (_, answer, status) => {
    const { origin } = await serve(answer, status);
    const query = "https://evil.example/?u=harbour";
    for (const provider of [searxng(origin), tavily("key", origin), brave("key", origin)])
      expect((await run(provider, query)).content).not.toMatch(/evil|harbour/);
  });

  it.each([
    ["refuses", {}, 403],
    ["breaks", {}, 500],
    ["speaks another format", { hits: [] }, 200],
    ["speaks no JSON", "<html>", 200],
    ["says too much", JSON.stringify({ results: [], filler: "x".repeat(3_000_000) }), 200],
  ])("fails in words, without the key, where the provider %s", async (_, answer, status) => {
    const { origin } = await serve(answer, status);
    const outcome = await run(tavily("key-secret", origin));
    expect(outcome.outcome).toBe("failed");
    expect(outcome.content).not.toContain("key-secret");
  });

  it("takes its key nowhere else", async () => {
    const elsewhere = await serve({ results: [] });
    const { origin } = await serve({}, 307, { location: elsewhere.origin });
    expect(await run(tavily("key", origin))).toMatchObject({ outcome: "failed" });
    expect(elsewhere.seen).toEqual([]);
  });

  it("fails where nobody answers at the address", async () => {
    expect(await run(searxng("http://127.0.0.1:9"))).toMatchObject({ outcome: "failed" });
  });

  it("ends when it is stopped", async () => {
    const stop = new AbortController();
    const origin = await serveLoopback(() => stop.abort());
    await expect(run(searxng(origin), "glass", 3, stop.signal)).rejects.toThrow("aborted");
  });

  it("refuses arguments that are none", () => {
    for (const given of [
      {},
      { query: " " },
      { query: "a", limit: 0 },
      { query: "a".repeat(401) },
      { query: "a", x: 1 },
    ])
      expect(WebSearchArguments.safeParse(given).success).toBe(false);
    expect(WebSearchArguments.safeParse({ query: "a", limit: null }).success).toBe(true);
    expect(WebSearchArguments.parse({ query: " a " })).toEqual({ query: "a" });
  });
});

describe("chooseProvider", () => {
  it.each([
    [{ HALFSILVER_MODEL_KIND: "demo" }, "local", null],
    [{ HALFSILVER_MODEL_KIND: "openai" }, undefined, undefined],
    [{ HALFSILVER_MODEL_KIND: "demo", WEB_SEARCH_PROVIDER: "none" }, undefined, undefined],
    [{ WEB_SEARCH_PROVIDER: "local" }, "local", null],
    [
      { WEB_SEARCH_PROVIDER: "searxng", WEB_SEARCH_URL: "https://s.example/x/" },
      "searxng",
      "s.example",
    ],
    [{ WEB_SEARCH_PROVIDER: "tavily", WEB_SEARCH_API_KEY: "k" }, "tavily", "api.tavily.com"],
    [{ WEB_SEARCH_PROVIDER: "brave", WEB_SEARCH_API_KEY: "k" }, "brave", "api.search.brave.com"],
  ] as const)("for %o takes %s, which reaches %s", (given, name, egressDomain) => {
    const provider = chooseProvider({ HALFSILVER_MODEL_KIND: "openai", ...given });
    expect(provider?.name).toBe(name);
    expect(provider?.egressDomain).toBe(egressDomain);
    if (provider) expect(createWebSearch(provider).egressDomain?.(undefined)).toBe(egressDomain);
  });
});
