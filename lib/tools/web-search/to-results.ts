import "server-only";
/** A provider's hits as ours: text without markup, addresses of the web, no more than asked for. */
import { htmlToText } from "../fetch-pag./page-text.ts";
import type { SearchResult } from "./search-provider.ts";

const TITLE_MAX_CHARS = 160;
const SNIPPET_MAX_CHARS = 500;

export function toResults<Hit>(
  hits: readonly Hit[],
  read: (hit: Hit) => readonly [title: string, url: string, snippet: string | null | undefined],
  limit: number,
): SearchResult[] {
  const results = hits.map(read).flatMap(([title, url, snippet]) =>
    isWebAddress(url)
      ? [
          {
            title: plain(title, TITLE_MAX_CHARS),
            url,
            snippet: plain(snippet ?? "", SNIPPET_MAX_CHARS),
          },
        ]
      : [],
  );
  return results.slice(0, limit);
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && url.length <= 2_000;
}

/** Some providers mark the words that were found with tags. */
function plain(text: string, maxChars: number): string {
  const flat = htmlToText(text.slice(0, 10_000)).text.replace(/\s+/g, " ").trim();
  return flat.length > maxChars ? `${flat.slice(0, maxChars).toWellFormed()}…` : flat;
}
