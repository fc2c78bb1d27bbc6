/** The interface of a search provider, and what the providers on the web share. */
import "server-only";
import type { z } from "zod";
import { parseJson } from "../../contracts/read-json.ts";
import { htmlToText } from "../fetch-page/page-text.ts";
import { WEB_SEARCH_LIMITS } from "../limits.ts";

export type SearchResult = { title: string; url: string; snippet: string };

export type SearchProvider = {
  readonly name: string;
  /** The host that receives the query; null where the search runs in this process. */
  readonly egressDomain: string | null;
  /** @throws SearchFailed where the provider is down, refuses, or answers in an unknown format */
  search(query: string, limit: number, signal: AbortSignal): Promise<SearchResult[]>;
};

/** The message is for the model. It contains no key and no address. */
export class SearchFailed extends Error {
  override readonly name = "SearchFailed";
}

/**
 * One request to a provider: no redirects, a limited size, checked against a schema.
 * @throws SearchFailed; the abort reason where the signal aborts
 */
export async function askJson<Schema extends z.ZodType>(
  url: URL,
  schema: Schema,
  init: RequestInit & { signal: AbortSignal },
): Promise<z.infer<Schema>> {
  const text = await ask(url, init).catch((error: unknown) => {
    init.signal.throwIfAborted();
    throw error instanceof SearchFailed
      ? error
      : new SearchFailed("it cannot be reached", { cause: error });
  });
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new SearchFailed("its answer has an unknown form", { cause: parsed.error });
  return parsed.data;
}

async function ask(url: URL, init: RequestInit): Promise<string> {
  // A redirect could send the key to another host.
  const response = await fetch(url, { ...init, redirect: "error", cache: "no-store" });
  if (!response.ok) {
    await response.body?.cancel();
    throw new SearchFailed(`it answered with status ${response.status}`);
  }
  return readBounded(response);
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > WEB_SEARCH_LIMITS.answerMaxBytes) throw new SearchFailed("its answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Only results with a web address, as plain text, at most `limit` of them. */
export function toResults<Hit>(
  hits: readonly Hit[],
  read: (hit: Hit) => readonly [title: string, url: string, snippet: string | null | undefined],
  limit: number,
): SearchResult[] {
  const results = hits.map(read).flatMap(([title, url, snippet]) =>
    isWebAddress(url)
      ? [
          {
            title: plain(title, WEB_SEARCH_LIMITS.titleMaxChars),
            url,
            snippet: plain(snippet ?? "", WEB_SEARCH_LIMITS.snippetMaxChars),
          },
        ]
      : [],
  );
  return results.slice(0, limit);
}

function isWebAddress(url: string): boolean {
  return (
    url.length <= WEB_SEARCH_LIMITS.urlMaxChars && /^https?:$/.test(URL.parse(url)?.protocol ?? "")
  );
}

/** Some providers highlight words with tags. */
function plain(text: string, maxChars: number): string {
  const flat = htmlToText(text.slice(0, 10_000)).text.replace(/\s+/g, " ").trim();
  return flat.length > maxChars ? `${flat.slice(0, maxChars).toWellFormed()}…` : flat;
}
