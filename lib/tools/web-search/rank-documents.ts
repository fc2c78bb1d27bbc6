import "server-only";
/** BM25 over a few documents (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework"). */
import { textTerms } from "./text-terms.ts";

export type Rankable = { title: string; text: string };
export type Ranking<Document> = { document: Document; score: number };

const K1 = 1.2;
const B = 0.75;
/** A word of the title counts as often. */
const TITLE_WEIGHT = 4;

type Indexed<Document> = { document: Document; counts: Map<string, number>; length: number };

/** Counts every document's words once. @returns the search: best first, only what has a word of the query */
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
