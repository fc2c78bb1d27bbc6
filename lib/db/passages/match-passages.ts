import "server-only";
/** The two ways to search passages, and their texts. All see only the actor's own attachments of one conversation. */
import { sql } from "kysely";
import { kysely } from "../client.ts";
import { columnsOf, table } from "../typed-sql.ts";
import type { PassageKey, WordMatch } from "./rank-passages.ts";

export type PassageScope = {
  conversationId: string;
  ownerId: string;
  /** Null: every attachment. */
  attachmentId: string | null;
};

const passage = columnsOf("passage", "p");
const attachment = columnsOf("attachment", "a");

const from = ({ conversationId, ownerId, attachmentId }: PassageScope) => sql`
  FROM ${table("passage")} AS p JOIN ${table("attachment")} AS a ON ${attachment("id")} = ${passage("attachment_id")}
  WHERE ${attachment("conversation_id")} = ${conversationId}::uuid AND ${attachment("owner_id")} = ${ownerId}
    AND (${attachmentId}::uuid IS NULL OR ${attachment("id")} = ${attachmentId}::uuid)`;

/**
 * For each passage, the indices of the query words that it contains, and how close together they are. A word also matches
 * as a prefix; stop words count only if there are no others. `total` is the number of passages. Words are not weighted
 * here, because the planner misjudges such joins and they took a hundred times as long.
 */
export async function matchWords(scope: PassageScope, words: string): Promise<WordMatch[]> {
  const found = await sql<WordMatch>`
WITH words AS (
  SELECT lexeme, to_tsvector('english', lexeme) = ''::tsvector AS common
  FROM unnest(to_tsvector('simple', ${words}::text)) LIMIT 40
), kept AS (
  SELECT CASE WHEN length(lexeme) > 4 THEN rtrim(lexeme, 's') ELSE lexeme END AS stem FROM words
  WHERE NOT common OR NOT EXISTS (SELECT 1 FROM words WHERE NOT common)
), terms AS MATERIALIZED (
  SELECT number, (
    '''' || replace(replace(stem, '\\', '\\\\'), '''', '''''') || '''' || CASE WHEN length(stem) > 2 THEN ':*' ELSE '' END
  )::tsquery AS term
  FROM (SELECT stem, row_number() OVER () AS number FROM (SELECT DISTINCT stem FROM kept WHERE stem <> '') AS stems) AS numbered
), whole AS MATERIALIZED (
  SELECT string_agg(term::text, ' | ')::tsquery AS query FROM terms
), passages AS MATERIALIZED (
  SELECT count(*)::int AS total ${from(scope)}
)
SELECT attachment_id, ordinal, (SELECT total FROM passages) AS total,
  ARRAY(SELECT number::int FROM terms WHERE body @@ term) AS hits,
  ts_rank_cd(body, (SELECT query FROM whole), 32) AS nearness
FROM (
  SELECT ${passage("attachment_id")}, ${passage("ordinal")}, to_tsvector('simple', ${passage("text")}) AS body ${from(scope)}
    AND to_tsvector('simple', ${passage("text")}) @@ (SELECT query FROM whole)
  OFFSET 0
) AS found`.execute(kysely());
  return found.rows;
}

/** Nearest first, by the dot product of vectors of unit length. Vectors of another model have another length. */
export async function matchMeaning(
  scope: PassageScope,
  embedding: readonly number[],
  limit: number,
): Promise<PassageKey[]> {
  const wanted = sql<number[]>`${[...embedding]}::float8[]`;
  const found = await sql<PassageKey>`
SELECT ${passage("attachment_id")}, ${passage("ordinal")} ${from(scope)}
  AND cardinality(${passage("embedding")}) = cardinality(${wanted})
ORDER BY (SELECT sum(x * y) FROM unnest(${passage("embedding")}, ${wanted}) AS pair(x, y)) DESC,
  ${passage("attachment_id")}, ${passage("ordinal")}
LIMIT ${limit}`.execute(kysely());
  return found.rows;
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
