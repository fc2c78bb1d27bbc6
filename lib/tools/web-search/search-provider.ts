import "server-only";
/** What answers a search: one of the web's providers, or our own small index. */

export type SearchResult = { title: string; url: string; snippet: string };

export type SearchProvider = {
  readonly name: string;
  /** The host that is asked; null where nothing leaves this process. */
  readonly egressDomain: string | null;
  /** @throws SearchFailed where the provider does not answer as it should */
  search(query: string, limit: number, signal: AbortSignal): Promise<SearchResult[]>;
};

/** A provider that is down, refuses, or speaks another format. The text names no key and no address. */
export class SearchFailed extends Error {
  override readonly name = "SearchFailed";
}
