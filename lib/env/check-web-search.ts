/** Checks at start that the search provider has the address or key that it needs. */
import type { z } from "zod";

type Given = {
  WEB_SEARCH_PROVIDER?: string;
  WEB_SEARCH_URL?: string;
  WEB_SEARCH_API_KEY?: string;
};

const NEEDS: Record<string, "WEB_SEARCH_URL" | "WEB_SEARCH_API_KEY"> = {
  searxng: "WEB_SEARCH_URL",
  tavily: "WEB_SEARCH_API_KEY",
  brave: "WEB_SEARCH_API_KEY",
};

export function checkWebSearch(given: Given, context: z.RefinementCtx): void {
  const { WEB_SEARCH_PROVIDER: provider } = given;
  const needed = provider === undefined ? undefined : NEEDS[provider];
  if (!needed || given[needed]) return;
  const message = `is needed where WEB_SEARCH_PROVIDER is ${provider}`;
  context.addIssue({ code: "custom", path: [needed], message });
}
