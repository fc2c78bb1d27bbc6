/** Finds passages in the attachments of a conversation: by words, and by meaning where there are embeddings. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { FoundPassage, PassageSearch } from "../../contracts/passage.ts";
import { shareWork } from "../../gate/shared-work.ts";
import { kysely } from "../client.ts";
import { PASSAGE_CANDIDATES_MAX, PASSAGE_QUERY_MAX_CHARS } from "../limits.ts";
import { storableText } from "../storable-json.ts";
import { columnsOf, uuid, uuids } from "../typed-sql.ts";

const passage = columnsOf("passage");

/** The constant of Cormack, Clarke and Büttcher 2009, "Reciprocal Rank Fusion". */
const FUSION_K = 60;

const selectPassages = ({ conversationId, ownerId, attachmentIds }: PassageScope) =>
  kysely()
    .selectFrom("passage")
    .innerJoin("attachment", "attachment.id", "passage.attachment_id")
    .where("attachment.conversation_id", "=", uuid(conversationId))
    .where("attachment.owner_id", "=", ownerId)
    .where(({ ref }) => sql<boolean>`${ref("attachment.id")} = ANY(${uuids(attachmentIds)})`);

/**
 * Best first. Searches only those of the given attachments that are the actor's own and in this conversation.
 * @throws AppError `too-much-at-once`
 */
export async function searchPassages(
  actor: Actor,
  conversationId: string,
  search: PassageSearch,
): Promise<FoundPassage[]> {
  assertCan(actor, "chat:use");
  return shareWork("search", { person: actor.userId }, () =>
    findPassages(actor, conversationId, search),
  );
}

async function findPassages(
  actor: Actor,
  conversationId: string,
  { query, attachmentIds, limit, embedding }: PassageSearch,
): Promise<FoundPassage[]> {
  const scope = { conversationId, ownerId: actor.userId, attachmentIds };
  const words = storableText(query.slice(0, PASSAGE_QUERY_MAX_CHARS));
  const [byWords, byMeaning] = await Promise.all([
    matchWords(scope, words),
    embedding ? matchMeaning(scope, embedding, PASSAGE_CANDIDATES_MAX) : [],
  ]);
  const best = fuseRankings([
    rankMatches(byWords).slice(0, PASSAGE_CANDIDATES_MAX),
    byMeaning,
  ]).slice(0, limit);
  const rows = await readPassages(scope, best);
  return best.flatMap((key) =>
    rows
      .filter((row) => row.attachment_id === key.attachment_id && row.ordinal === key.ordinal)
      .map(({ attachment_id, name, ordinal, text }) => ({
        attachmentId: attachment_id,
        name,
        ordinal,
        text,
      })),
  );
}

// The two ways to search passages, and their texts. All see only the actor's own attachments of one conversation.

type PassageScope = {
  conversationId: string;
  ownerId: string;
  attachmentIds: readonly string[];
};

/**
 * For each passage, the indices of the query words that it contains, and how close together they are. Words are compared
 * in folded form, as in the search of messages (`search_fold`). A word also matches as a prefix; stop words count only if there
 * are no others. `total` is the number of passages. Words are not weighted here, because the planner misjudges such joins,
 * which makes them a hundred times slower.
 */
function matchWords(scope: PassageScope, words: string) {
  const body = sql<string>`to_tsvector('simple', search_fold(${passage("text")}))`;
  const query = sql`(SELECT query FROM whole)`;
  const found = selectPassages(scope)
    .select(["passage.attachment_id", "passage.ordinal", body.as("body")])
    .where(sql<boolean>`${body} @@ ${query}`)
    // Keeps the planner from computing `body` again for every use.
    .offset(sql<number>`0`);
  return termsOf(words)
    .with(
      (cte) => cte("passages").materialized(),
      () => selectPassages(scope).select(sql<number>`count(*)::int`.as("total")),
    )
    .selectFrom(found.as("found"))
    .select(({ ref, selectFrom }) => [
      "found.attachment_id",
      "found.ordinal",
      selectFrom("passages").select("passages.total").$asScalar().$notNull().as("total"),
      sql<number[]>`ARRAY(SELECT number::int FROM terms WHERE ${ref("found.body")} @@ term)`.as(
        "hits",
      ),
      sql<number>`ts_rank_cd(${ref("found.body")}, ${query}, 32)`.as("nearness"),
    ])
    .execute();
}

/** `terms`: the words of a query as text queries, numbered; `whole`: all of them in one. */
function termsOf(words: string) {
  return kysely()
    .with(
      "words",
      () => sql<object>`(
      SELECT lexeme, to_tsvector('english', lexeme) = ''::tsvector AS common
      FROM unnest(to_tsvector('simple', search_fold(${words}::text))) LIMIT 40)`,
    )
    .with(
      "kept",
      () => sql<object>`(
      SELECT CASE WHEN length(lexeme) > 4 THEN rtrim(lexeme, 's') ELSE lexeme END AS stem FROM words
      WHERE NOT common OR NOT EXISTS (SELECT 1 FROM words WHERE NOT common))`,
    )
    .with(
      (cte) => cte("terms").materialized(),
      () => sql<object>`(
        SELECT number, (
          '''' || replace(replace(stem, '\\', '\\\\'), '''', '''''') || '''' || CASE WHEN length(stem) > 2 THEN ':*' ELSE '' END
        )::tsquery AS term
        FROM (
          SELECT stem, row_number() OVER () AS number FROM (SELECT DISTINCT stem FROM kept WHERE stem <> '') AS stems
        ) AS numbered)`,
    )
    .with(
      (cte) => cte("whole").materialized(),
      () => sql<object>`(SELECT string_agg(term::text, ' | ')::tsquery AS query FROM terms)`,
    );
}

/** Nearest first, by the dot product of vectors of unit length. Vectors of another model have another length. */
function matchMeaning(scope: PassageScope, embedding: readonly number[], limit: number) {
  const wanted = sql<number[]>`${[...embedding]}::float8[]`;
  return selectPassages(scope)
    .select(["passage.attachment_id", "passage.ordinal"])
    .where(sql<boolean>`cardinality(${passage("embedding")}) = cardinality(${wanted})`)
    .orderBy(
      sql`(SELECT sum(x * y) FROM unnest(${passage("embedding")}, ${wanted}) AS pair(x, y))`,
      "desc",
    )
    .orderBy("passage.attachment_id")
    .orderBy("passage.ordinal")
    .limit(limit)
    .execute();
}

/** The texts of some passages, unordered. */
async function readPassages(scope: PassageScope, keys: readonly PassageKey[]) {
  if (keys.length === 0) return [];
  const query = kysely()
    .selectFrom("passage")
    .innerJoin("attachment", "attachment.id", "passage.attachment_id")
    .select(["passage.attachment_id", "attachment.name", "passage.ordinal", "passage.text"])
    .where("attachment.conversation_id", "=", scope.conversationId)
    .where("attachment.owner_id", "=", scope.ownerId)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple("passage.attachment_id", "passage.ordinal"),
        "in",
        keys.map((key) => tuple(key.attachment_id, key.ordinal)),
      ),
    );
  return query.execute();
}

// Orders matches: by the rarity of the words that matched, then fused with other orders of the same passages.

type PassageKey = { attachment_id: string; ordinal: number };

type WordMatch = PassageKey & {
  /** The number of all passages. */
  total: number;
  /** Indices of the query's words that the passage contains. */
  hits: readonly number[];
  /** Below 1. */
  nearness: number;
};

/** Best first. A word counts more the fewer passages contain it (the inverse document frequency of BM25). */
function rankMatches<Match extends WordMatch>(matches: readonly Match[]): Match[] {
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

/** Fuses several orders into one, best first, each passage once. */
function fuseRankings(rankings: readonly (readonly PassageKey[])[]): PassageKey[] {
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
