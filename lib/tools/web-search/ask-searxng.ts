import "server-only";
/** SearXNG, whose instance must have the format `json` switched on (`search.formats` in its settings). */
import { z } from "zod";
import { askJson } from "./ask-json.ts";
import type { SearchProvider } from "./search-provider.ts";
import { toResults } from "./to-results.ts";

const Answer = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
});

/** @param baseUrl where the instance lives, with or without `/search` */
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
      const { results } = await askJson(url, Answer, { signal });
      return toResults(results, ({ title, url, content }) => [title, url, content], limit);
    },
  };
}
