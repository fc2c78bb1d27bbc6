/** A search over the documents in `docs/search-index`: no request leaves the process. */
import "server-only";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { processWide } from "../../env/process-wide.ts";
import { WEB_SEARCH_LIMITS } from "../limits.ts";
import type { SearchProvider } from "./search-provider.ts";

/** Documents below this share of the best score are left out. */
const WEAK_SHARE = 0.25;

const K1 = 1.2;
const B = 0.75;
/** A word of the title counts as many times. */
const TITLE_WEIGHT = 4;
const STOP_WORDS = new Set(
  `a about an and any are as at be been but by can could did do does for from get give had has have how i if in into is it
  its like me my not of on or our please s should so tell than that the their them there they this to today was we
  were what when where which who why will with would you your`.split(/\s+/),
);

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

/** All documents. The files are read once per process. */
export const localDocuments = processWide<Promise<readonly LocalDocument[]>>(
  "local-documents",
  () => readAll(join(/* turbopackIgnore: true */ process.cwd(), "docs", "search-index")),
);

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

// BM25 ranking (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework") and the words that it compares.

type Rankable = { title: string; text: string };

type Ranking<Document> = { document: Document; score: number };

type Indexed<Document> = { document: Document; counts: Map<string, number>; length: number };

/**
 * Counts the words of all documents.
 * @returns a search: best first, only documents with a word of the query
 */
export function indexDocuments<Document extends Rankable>(
  documents: readonly Document[],
): (query: string) => Ranking<Document>[] {
  const indexed = documents.map(countTerms);
  const meanLength = indexed.reduce((sum, { length }) => sum + length, 0) / (indexed.length || 1);
  return (query) => {
    const terms = [...new Set(textTerms(query))];
    const weights = terms.map((term) => [term, rarity(term, indexed)] as const);
    return indexed
      .map((entry) => ({ document: entry.document, score: scoreOf(entry, weights, meanLength) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score);
  };
}

function countTerms<Document extends Rankable>(document: Document): Indexed<Document> {
  const title = textTerms(document.title);
  const terms = [
    ...textTerms(document.text),
    ...Array.from({ length: TITLE_WEIGHT }, () => title).flat(),
  ];
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { document, counts, length: terms.length };
}

function rarity<Document>(term: string, indexed: readonly Indexed<Document>[]): number {
  const holding = indexed.filter(({ counts }) => counts.has(term)).length;
  return Math.log(1 + (indexed.length - holding + 0.5) / (holding + 0.5));
}

function scoreOf<Document>(
  { counts, length }: Indexed<Document>,
  weights: readonly (readonly [term: string, weight: number])[],
  meanLength: number,
): number {
  return weights.reduce((sum, [term, weight]) => {
    const count = counts.get(term) ?? 0;
    return sum + (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / meanLength));
  }, 0);
}

/** The words of a text without accents, case, plurals and common words; in order, with repetitions. */
function textTerms(text: string): string[] {
  const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map(singular);
}

/** "cities" becomes "city", "rains" becomes "rain". */
function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
