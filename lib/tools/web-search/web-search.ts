import "server-only";
/** The tool `web_search`: titles, addresses and snippets from the deployment's search provider. */
import { z } from "zod";
import { settings } from "../../env/settings.ts";
import type { Tool, ToolOutcome } from "../tool.ts";
import { chooseProvider } from "./choose-provider.ts";
import { SearchFailed, type SearchProvider } from "./search-provider.ts";

const LIMIT_USUAL = 5;

export const WebSearchArguments = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1)
    .max(400)
    .describe("A few key words, as one types them into a search box."),
  limit: z.int().min(1).max(10).nullish().describe("How many results. Default 5."),
});
export type WebSearchArguments = z.infer<typeof WebSearchArguments>;

const KEY = Symbol.for("halfsilver.web-search");
const store = globalThis as { [KEY]?: Tool<typeof WebSearchArguments> | null };

/** The tool of this process; null where no provider is set, and then it is not offered. */
export function webSearch(): Tool<typeof WebSearchArguments> | null {
  if (store[KEY] !== undefined) return store[KEY];
  const provider = chooseProvider(settings());
  store[KEY] = provider && createWebSearch(provider);
  return store[KEY];
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
    timeoutMs: 15_000,
    maxResultBytes: 16_000,
    policy: { writes: false, egress: egressDomain !== null, riskTags: ["foreign-text"] },
    status: "looking-up",
    egressDomain: () => egressDomain,
    run: ({ query, limit }, { signal }) => search(provider, query, limit ?? LIMIT_USUAL, signal),
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
    return { outcome: "ok", content: JSON.stringify({ query, results, ...note }) };
  } catch (error) {
    if (!(error instanceof SearchFailed)) throw error;
    const content = `The search did not work: ${error.message}. Try once more, or say that it does not work now.`;
    return { outcome: "failed", content };
  }
}
