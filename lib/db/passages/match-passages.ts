/** The two ways to search passages, and their texts. All see only the actor's own attachments of one conversation. */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../client.ts";
import { columnsOf, uuid, uuids } from "../typed-sql.ts";
import type { PassageKey } from "./rank-passages.ts";

export type PassageScope = {
  conversationId: string;
  ownerId: string;
  attachmentIds: readonly string[];
};

const passage = columnsOf("passage");

const selectPassages = ({ conversationId, ownerId, attachmentIds }: PassageScope) =>
  kysely()
    .selectFrom("passage")
    .innerJoin("attachment", "attachment.id", "passage.attachment_id")
    .where("attachment.conversation_id", "=", uuid(conversationId))
    .where("attachment.owner_id", "=", ownerId)
    .where(({ ref }) => sql<boolean>`${ref("attachment.id")} = ANY(${uuids(attachmentIds)})`);

/**
 * For each passage, the indices of the query words that it contains, and how close together they are. A word also
 * matches as a prefix; stop words count only if there are no others. `total` is the number of passages. Words are not
 * weighted here, because the planner misjudges such joins, which makes them a hundred times slower.
 */
export function matchWords(scope: PassageScope, words: string) {
  const body = sql<string>`to_tsvector('simple', ${passage("text")})`;
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
      FROM unnest(to_tsvector('simple', ${words}::text)) LIMIT 40)`,
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
export function matchMeaning(scope: PassageScope, embedding: readonly number[], limit: number) {
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
export async function readPassages(scope: PassageScope, keys: readonly PassageKey[]) {
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
