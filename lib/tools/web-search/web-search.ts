/** The tool `web_search`: titles, addresses and snippets from the search provider in the settings. */
import "server-only";
import { z } from "zod";
import { webOrigin } from "../../contracts/model/origin.ts";
import { processSlot } from "../../env/process-wide.ts";
import { type Settings, settings } from "../../env/settings.ts";
import { shareWork } from "../../gate/shared-work.ts";
import { WEB_SEARCH_LIMITS as LIMITS, REMEMBERED_LIMITS } from "../limits.ts";
import {
  rememberedAddress,
  rememberedList,
  rememberedNumber,
  rememberedText,
} from "../remembered-fields.ts";
import type { Remembers, Tool, ToolOutcome } from "../tool.ts";
import { whoAsks } from "../who-asks.ts";
import { localSearch } from "./local-search.ts";
import { askJson, SearchFailed, type SearchProvider, toResults } from "./search-provider.ts";

export const WebSearchArguments = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.queryMaxChars)
    .describe("A few key words, as one types them into a search box."),
  limit: z
    .int()
    .min(1)
    .max(LIMITS.resultsMax)
    .nullish()
    .describe(`How many results. Default ${LIMITS.resultsDefault}.`),
});

/** The answers of SearXNG and Tavily have the same shape. */
const Results = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
});
const BRAVE_ENDPOINT = "https://api.search.brave.com/res/v1/web/search";
const BraveResult = z.object({
  title: z.string(),
  url: z.string(),
  description: z.string().nullish(),
});
/** `web` is absent where nothing is found. */
const BraveAnswer = z.object({ web: z.object({ results: z.array(BraveResult) }).nullish() });

export type WebSearchArguments = z.infer<typeof WebSearchArguments>;

const REMEMBERS: Remembers = {
  arguments: z.object({ query: rememberedText(LIMITS.queryMaxChars), limit: rememberedNumber }),
  result: z.object({
    results: rememberedList(
      z.object({
        title: rememberedText(REMEMBERED_LIMITS.titleMaxChars),
        url: rememberedAddress,
      }),
    ),
  }),
};

const held = processSlot<Tool<typeof WebSearchArguments> | null>("web-search");

/** The tool as the settings configure it; null where there is no provider. */
export function webSearch(): Tool<typeof WebSearchArguments> | null {
  if (held.value !== undefined) return held.value;
  const provider = chooseProvider(settings());
  held.value = provider && createWebSearch(provider);
  return held.value;
}

export function createWebSearch(provider: SearchProvider): Tool<typeof WebSearchArguments> {
  const { egressDomain } = provider;
  return {
    name: "web_search",
    version: "1",
    description:
      "Searches the web and returns titles, addresses and snippets. Use it for facts that may have changed or that " +
      "you are not sure of: weather and climate, places, news, science, how this product works. Read a whole page " +
      "with fetch_page.",
    arguments: WebSearchArguments,
    timeoutMs: LIMITS.timeoutMs,
    maxResultBytes: LIMITS.maxResultBytes,
    policy: { writes: false, egress: egressDomain !== null, riskTags: ["foreign-text"] },
    origin: webOrigin(egressDomain),
    status: "looking-up",
    remembers: REMEMBERS,
    egressDomain: () => egressDomain,
    run: ({ query, limit }, context) =>
      shareWork("fetch", whoAsks(context), () =>
        search(provider, query, limit ?? LIMITS.resultsDefault, context.signal),
      ),
  };
}

async function search(
  provider: SearchProvider,
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  try {
    const results = await provider.search(query, limit, signal);
    const note = results.length > 0 ? {} : { note: "Nothing was found. Try other or fewer words." };
    const sources = results.map(({ title, url: address }) => ({
      kind: "page" as const,
      title,
      address,
    }));
    // Without the query: what a model wrote must not come back as what was read.
    return { outcome: "ok", content: JSON.stringify({ results, ...note }), sources };
  } catch (error) {
    if (!(error instanceof SearchFailed)) throw error;
    const content = `The search did not work: ${error.message}. Try once more, or say that it does not work now.`;
    return { outcome: "failed", content };
  }
}

type SearchSettings = Pick<
  Settings,
  "WEB_SEARCH_PROVIDER" | "WEB_SEARCH_URL" | "WEB_SEARCH_API_KEY" | "HALFSILVER_MODEL_KIND"
>;

/** @returns null where no provider is set: the tool is then not offered */
export function chooseProvider(given: SearchSettings): SearchProvider | null {
  const { WEB_SEARCH_URL: url, WEB_SEARCH_API_KEY: key = "" } = given;
  const fallback = given.HALFSILVER_MODEL_KIND === "demo" ? "local" : "none";
  const provider = given.WEB_SEARCH_PROVIDER ?? fallback;
  switch (provider) {
    case "searxng":
      return url === undefined ? null : searxng(url);
    case "tavily":
      return tavily(key, url);
    case "brave":
      return brave(key, url);
    case "local":
      return localSearch();
    case "none":
      return null;
    default:
      provider satisfies never;
      return null;
  }
}

// Search providers on the web: SearXNG, Tavily and Brave.

/**
 * The instance must have the format `json` enabled (`search.formats` in its settings).
 * @param baseUrl of the instance, with or without `/search`
 */
export function searxng(baseUrl: string): SearchProvider {
  const base = new URL(baseUrl);
  base.pathname = `${base.pathname.replace(/\/(search\/?)?$/, "")}/search`;
  return {
    name: "searxng",
    egressDomain: base.hostname,
    async search(query, limit, signal) {
      const url = new URL(base);
      url.searchParams.set("q", query);
      url.searchParams.set("format", "json");
      const { results } = await askJson(url, Results, { signal });
      return toResults(results, ({ title, url, content }) => [title, url, content], limit);
    },
  };
}

export function tavily(apiKey: string, endpoint = "https://api.tavily.com/search"): SearchProvider {
  const url = new URL(endpoint);
  return {
    name: "tavily",
    egressDomain: url.hostname,
    async search(query, limit, signal) {
      const { results } = await askJson(url, Results, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ query, max_results: limit }),
        signal,
      });
      return toResults(results, ({ title, url, content }) => [title, url, content], limit);
    },
  };
}

export function brave(apiKey: string, endpoint = BRAVE_ENDPOINT): SearchProvider {
  const base = new URL(endpoint);
  return {
    name: "brave",
    egressDomain: base.hostname,
    async search(query, limit, signal) {
      const url = new URL(base);
      url.searchParams.set("q", query);
      url.searchParams.set("count", String(limit));
      const headers = { "x-subscription-token": apiKey, accept: "application/json" };
      const { web } = await askJson(url, BraveAnswer, { headers, signal });
      const read = ({ title, url, description }: z.infer<typeof BraveResult>) =>
        [title, url, description] as const;
      return toResults(web?.results ?? [], read, limit);
    },
  };
}
