/** Search providers on the web: SearXNG, Tavily and Brave. */
import "server-only";
import { z } from "zod";
import { askJson, type SearchProvider, toResults } from "./search-provider.ts";

/** The answers of SearXNG and Tavily have the same shape. */
const Results = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
});

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

const BRAVE_ENDPOINT = "https://api.search.brave.com/res/v1/web/search";
const BraveResult = z.object({
  title: z.string(),
  url: z.string(),
  description: z.string().nullish(),
});
/** `web` is absent where nothing is found. */
const BraveAnswer = z.object({ web: z.object({ results: z.array(BraveResult) }).nullish() });

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
