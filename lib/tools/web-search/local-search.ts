/** A search over the documents in `docs/search-index`: no request leaves the process. */
import "server-only";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { WEB_SEARCH_LIMITS } from "../limits.ts";
import { indexDocuments, textTerms } from "./rank-documents.ts";
import type { SearchProvider } from "./search-provider.ts";

/** Documents below this share of the best score are left out. */
const WEAK_SHARE = 0.25;

/** Addresses of results are `local:<slug>`. */
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

export type LocalDocument = { slug: string; title: string; text: string };

export const LOCAL_SCHEME = "local:";

const KEY = Symbol.for("halfsilver.local-documents");
const store = globalThis as { [KEY]?: Promise<readonly LocalDocument[]> };

/** All documents. The files are read once per process. */
export function localDocuments(): Promise<readonly LocalDocument[]> {
  store[KEY] ??= readAll(join(/* turbopackIgnore: true */ process.cwd(), "docs", "search-index"));
  return store[KEY];
}

/** @param url `local:<slug>`. @returns undefined where there is no such document */
export async function findLocalDocument(url: string): Promise<LocalDocument | undefined> {
  const slug = url.slice(LOCAL_SCHEME.length);
  return (await localDocuments()).find((document) => document.slug === slug);
}

async function readAll(folder: string): Promise<LocalDocument[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).toSorted();
  return Promise.all(
    names.map(async (name) => toDocument(name, await readFile(join(folder, name), "utf8"))),
  );
}

/** The first line is the title, `# Paris`. */
function toDocument(name: string, source: string): LocalDocument {
  const [first = "", ...rest] = source.split("\n");
  return {
    slug: name.slice(0, -3),
    title: first.replace(/^#\s*/, ""),
    text: rest.join("\n").trim(),
  };
}

/**
 * The sentences that share most words with the query, whole and in their order, up to about 360 characters.
 * Without a shared word it is the beginning of the text.
 */
export function cutSnippet(text: string, query: string): string {
  const { localSnippetMaxChars, localShortSnippetChars } = WEB_SEARCH_LIMITS;
  const wanted = new Set(textTerms(query));
  const sentences = toSentences(text).map((sentence) => ({
    sentence,
    hits: hitsOf(sentence, wanted),
  }));
  const most = Math.max(0, ...sentences.map(({ hits }) => hits));
  const chosen = new Set<object>();
  let length = 0;
  for (const candidate of sentences.toSorted((one, other) => other.hits - one.hits)) {
    // Sentences with less than half of the best one's words are only added to a short snippet.
    const limit = candidate.hits * 2 > most ? localSnippetMaxChars : localShortSnippetChars;
    if (chosen.size > 0 && length + candidate.sentence.length > limit) break;
    length += candidate.sentence.length + 1;
    chosen.add(candidate);
  }
  const snippet = sentences.filter((candidate) => chosen.has(candidate));
  const whole = snippet.map(({ sentence }) => sentence).join(" ");
  return whole.slice(0, 2 * localSnippetMaxChars).toWellFormed();
}

function toSentences(text: string): string[] {
  return text
    .replace(/^#+ .*$/gm, "")
    .split(/\n+|(?<=[.!?]) +/)
    .map((sentence) => sentence.replace(/^[-*] /, "").trim())
    .filter(Boolean);
}

function hitsOf(sentence: string, wanted: ReadonlySet<string>): number {
  return new Set(textTerms(sentence).filter((term) => wanted.has(term))).size;
}
