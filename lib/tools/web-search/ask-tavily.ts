import "server-only";
/** Tavily's search interface (`POST /search`). */
import { z } from "zod";
import { askJson } from "./ask-json.ts";
import type { SearchProvider } from "./search-provider.ts";
import { toResults } from "./to-results.ts";

const ENDPOINT = "https://api.tavily.com/search";
const Answer = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
});

export function tavily(apiKey: string, endpoint = ENDPOINT): SearchProvider {
  const url = new URL(endpoint);
  return {
    name: "tavily",
    egressDomain: url.hostname,
    async search(query, limit, signal) {
      const { results } = await askJson(url, Answer, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ query, max_results: limit }),
        signal,
      });
      return toResults(results, ({ title, url, content }) => [title, url, content], limit);
    },
  };
}
