import "server-only";
/**
 * BM25 ranking (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework") and the words that it compares.
 */

export type Rankable = { title: string; text: string };
export type Ranking<Document> = { document: Document; score: number };

const K1 = 1.2;
const B = 0.75;
/** A word of the title counts as many times. */
const TITLE_WEIGHT = 4;

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

const STOP_WORDS = new Set(
  `a about an and any are as at be been but by can could did do does for from get give had has have how i if in into is it
  its like me my not of on or our please s should so tell than that the their them there they this to today was we
  were what when where which who why will with would you your`.split(/\s+/),
);

/** The words of a text without accents, case, plurals and common words; in order, with repetitions. */
export function textTerms(text: string): string[] {
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
