import "server-only";
/** The two ways to search passages. Both see only the actor's own attachments of one conversation. */
import type { Statement } from "../run-statement.ts";

const SCOPE = `
  FROM passage p JOIN attachment a ON a.id = p.attachment_id
  WHERE a.conversation_id = $1::uuid AND a.owner_id = $2 AND ($3::uuid IS NULL OR a.id = $3::uuid)`;

/**
 * Any word of the query may match, also as the beginning of a longer one; words that English sentences are full of
 * do not count. A word weighs more the fewer passages have it (the inverse document frequency of BM25), and the
 * nearness of the words to each other decides among equals (`ts_rank_cd`, below 1).
 */
export const SEARCH_WORDS: Statement = {
  name: "search-passages-by-words",
  text: `
WITH words AS (
  SELECT lexeme, to_tsvector('english', lexeme) = ''::tsvector AS common
  FROM unnest(to_tsvector('simple', $4)) LIMIT 40
), kept AS (
  SELECT CASE WHEN length(lexeme) > 4 THEN rtrim(lexeme, 's') ELSE lexeme END AS stem FROM words
  WHERE NOT common OR NOT EXISTS (SELECT 1 FROM words WHERE NOT common)
), terms AS (
  SELECT DISTINCT (
    '''' || replace(replace(stem, '\\', '\\\\'), '''', '''''') || '''' || CASE WHEN length(stem) > 2 THEN ':*' ELSE '' END
  )::tsquery AS term
  FROM kept WHERE stem <> ''
), whole AS (
  SELECT string_agg(term::text, ' | ')::tsquery AS query FROM terms
), found AS MATERIALIZED (
  SELECT p.attachment_id, a.name, p.ordinal, p.text, to_tsvector('simple', p.text) AS body ${SCOPE}
    AND to_tsvector('simple', p.text) @@ (SELECT query FROM whole)
), hits AS (
  SELECT attachment_id, ordinal, term FROM found JOIN terms ON body @@ term
), passages AS (
  SELECT count(*) AS total ${SCOPE}
), weights AS (
  SELECT term, ln(1 + (total - count(*) + 0.5) / (count(*) + 0.5)) AS weight
  FROM hits, passages GROUP BY term, total
), scores AS (
  SELECT attachment_id, ordinal, sum(weight) AS score
  FROM hits JOIN weights USING (term) GROUP BY attachment_id, ordinal
)
SELECT attachment_id, name, ordinal, text
FROM found JOIN scores USING (attachment_id, ordinal), whole
ORDER BY score + ts_rank_cd(body, query, 32) DESC, name, ordinal
LIMIT $5::int`,
};

/** Nearest first, by the dot product of vectors of unit length. Vectors of another model have another length. */
export const SEARCH_MEANING: Statement = {
  name: "search-passages-by-meaning",
  text: `
SELECT p.attachment_id, a.name, p.ordinal, p.text ${SCOPE}
  AND cardinality(p.embedding) = cardinality($4::float8[])
ORDER BY (SELECT sum(x * y) FROM unnest(p.embedding, $4::float8[]) AS pair(x, y)) DESC, a.name, p.ordinal
LIMIT $5::int`,
};
