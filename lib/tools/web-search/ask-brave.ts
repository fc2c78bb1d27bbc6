import "server-only";
/** Brave's web search interface. */
import { z } from "zod";
import { askJson } from "./ask-json.ts";
import type { SearchProvider } from "./search-provider.ts";
import { toResults } from "./to-results.ts";

const ENDPOINT = "https://api.search.brave.com/res/v1/web/search";
const Found = z.object({ title: z.string(), url: z.string(), description: z.string().nullish() });
/** `web` is absent where nothing is found. */
const Answer = z.object({ web: z.object({ results: z.array(Found) }).nullish() });

export function brave(apiKey: string, endpoint = ENDPOINT): SearchProvider {
  const base = new URL(endpoint);
  return {
    name: "brave",
    egressDomain: base.hostname,
    async search(query, limit, signal) {
      const url = new URL(base);
      url.searchParams.set("q", query);
      url.searchParams.set("count", String(limit));
      const headers = { "x-subscription-token": apiKey, accept: "application/json" };
      const { web } = await askJson(url, Answer, { headers, signal });
      const read = ({ title, url, description }: z.infer<typeof Found>) =>
        [title, url, description] as const;
      return toResults(web?.results ?? [], read, limit);
    },
  };
}
