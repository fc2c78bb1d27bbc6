/** Whoever fetches or searches much at once, from servers that do not answer, leaves a place to others. */
import { expect, it } from "vitest";
import { CROWD_PIECES, countBefore, createBarrier } from "../../gate/testing/crowd.ts";
import type { ToolContext } from "../tool.ts";
import { createWebSearch, searxng } from "../web-search/web-search.ts";
import { createFetchPage } from "./fetch-page.ts";
import { serveLoopback } from "./testing/serve-loopback.ts";

const fetchPage = createFetchPage(async () => ({ address: "127.0.0.1", family: 4 }));

function contextOf(userId: string): ToolContext {
  const actor = { userId, role: "user" as const };
  const { signal } = new AbortController();
  return { actor, conversationId: crypto.randomUUID(), runId: "r", files: [], signal };
}

it.each(["a page", "a web search"])("fetches %s for another person", async (what) => {
  const crowd = createBarrier();
  const origin = await serveLoopback(async ({ url }, response) => {
    if (url?.includes("slow")) await crowd.pass();
    const type = what === "a page" ? "text/plain" : "application/json";
    response.writeHead(200, { "content-type": type }).end('{"results":[]}');
  });
  const { port } = new URL(origin);
  const ask = (person: string, query: string) =>
    what === "a page"
      ? fetchPage.run({ url: `http://pages.example:${port}/${query}` }, contextOf(person))
      : createWebSearch(searxng(origin)).run({ query }, contextOf(person));
  const before = await countBefore(
    () => ask("many", "slow"),
    async () => {
      expect(await ask("other", "fast")).toMatchObject({ outcome: "ok" });
      expect(crowd.reached(), "not all have begun").toBeLessThan(CROWD_PIECES);
      crowd.open();
    },
  );
  expect(before).toBe(0);
});
