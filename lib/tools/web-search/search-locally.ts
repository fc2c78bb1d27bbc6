import "server-only";
/** A search over our own documents: nothing leaves the process, and the addresses are `local:<slug>`. */
import { cutSnippet } from "./cut-snippet.ts";
import { LOCAL_SCHEME, localDocuments } from "./local-documents.ts";
import { indexDocuments } from "./rank-documents.ts";
import type { SearchProvider } from "./search-provider.ts";

/** What scores less than this share of the best is not worth reading. */
const WEAK_SHARE = 0.25;

export function localSearch(documents = localDocuments): SearchProvider {
  let index: ReturnType<typeof openIndex> | undefined;
  const openIndex = async () => indexDocuments(await documents());
  return {
    name: "local",
    egressDomain: null,
    async search(query, limit) {
      index ??= openIndex();
      const rankings = (await index)(query);
      const best = rankings[0]?.score ?? 0;
      return rankings
        .filter(({ score }) => score > best * WEAK_SHARE)
        .slice(0, limit)
        .map(({ document: { slug, title, text } }) => ({
          title,
          url: `${LOCAL_SCHEME}${slug}`,
          snippet: cutSnippet(text, query),
        }));
    },
  };
}
