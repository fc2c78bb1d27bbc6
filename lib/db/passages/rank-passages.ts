import "server-only";
/** Orders matches: by the rarity of the words that matched, then fused with other orders of the same passages. */

export type PassageKey = { attachment_id: string; ordinal: number };
export type WordMatch = PassageKey & {
  /** The number of all passages. */
  total: number;
  /** Indices of the query's words that the passage contains. */
  hits: readonly number[];
  /** Below 1. */
  nearness: number;
};

/** Best first. A word counts more the fewer passages contain it (the inverse document frequency of BM25). */
export function rankMatches<Match extends WordMatch>(matches: readonly Match[]): Match[] {
  const holding = new Map<number, number>();
  for (const { hits } of matches)
    for (const hit of hits) holding.set(hit, (holding.get(hit) ?? 0) + 1);
  const scored = matches.map((match) => {
    const weights = match.hits.map((hit) => rarity(match.total, holding.get(hit) ?? 0));
    return { match, score: weights.reduce((sum, weight) => sum + weight, match.nearness) };
  });
  return scored
    .toSorted((one, other) => other.score - one.score || inOrder(one.match, other.match))
    .map(({ match }) => match);
}

function rarity(total: number, holding: number): number {
  return Math.log(1 + (total - holding + 0.5) / (holding + 0.5));
}

function inOrder(one: PassageKey, other: PassageKey): number {
  if (one.attachment_id === other.attachment_id) return one.ordinal - other.ordinal;
  return one.attachment_id < other.attachment_id ? -1 : 1;
}

/** The constant of Cormack, Clarke and Büttcher 2009, "Reciprocal Rank Fusion". */
const FUSION_K = 60;

/** Fuses several orders into one, best first, each passage once. */
export function fuseRankings(rankings: readonly (readonly PassageKey[])[]): PassageKey[] {
  const fused = new Map<string, { key: PassageKey; score: number }>();
  for (const ranking of rankings)
    for (const [rank, { attachment_id, ordinal }] of ranking.entries()) {
      const id = `${attachment_id} ${ordinal}`;
      const score = (fused.get(id)?.score ?? 0) + 1 / (FUSION_K + rank + 1);
      fused.set(id, { key: { attachment_id, ordinal }, score });
    }
  const best = [...fused.values()].toSorted((one, other) => other.score - one.score);
  return best.map(({ key }) => key);
}
