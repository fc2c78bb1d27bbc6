import "server-only";
/** The two ways to search passages. Both see only the actor's own attachments of one conversation. */
import type { Statement } from "../run-statement.ts";

const SCOPE = `
  FROM passage p JOIN attachment a ON a.id = p.attachment_id
  WHERE a.conversation_id = $1::uuid AND a.owner_id = $2 AND ($3::uuid IS NULL OR a.id = $3::uuid)`;

/**
 * Which words of the query each passage has, by their number, and how near to each other they stand. A word matches
 * as the beginning of a longer one too; words that English sentences are full of do not count where there are others.
 * `total` is how many passages there are. The weighing is not done here: joins over lists whose length the planner
 * cannot guess took a hundred times as long.
 */
export const MATCH_WORDS: Statement = {
  name: "match-passages-by-words",
  text: `
WITH words AS (
  SELECT lexeme, to_tsvector('english', lexeme) = ''::tsvector AS common
  FROM unnest(to_tsvector('simple', $4)) LIMIT 40
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
  SELECT count(*)::int AS total ${SCOPE}
)
SELECT attachment_id, ordinal, (SELECT total FROM passages) AS total,
  ARRAY(SELECT number::int FROM terms WHERE body @@ term) AS hits,
  ts_rank_cd(body, (SELECT query FROM whole), 32) AS nearness
FROM (
  SELECT p.attachment_id, p.ordinal, to_tsvector('simple', p.text) AS body ${SCOPE}
    AND to_tsvector('simple', p.text) @@ (SELECT query FROM whole)
  OFFSET 0
) AS found`,
};

/** Nearest first, by the dot product of vectors of unit length. Vectors of another model have another length. */
export const MATCH_MEANING: Statement = {
  name: "match-passages-by-meaning",
  text: `
SELECT p.attachment_id, p.ordinal ${SCOPE}
  AND cardinality(p.embedding) = cardinality($4::float8[])
ORDER BY (SELECT sum(x * y) FROM unnest(p.embedding, $4::float8[]) AS pair(x, y)) DESC, p.attachment_id, p.ordinal
LIMIT $5::int`,
};

/** The texts of a few, in no order. */
export const READ_PASSAGES: Statement = {
  name: "read-passages",
  text: `
SELECT p.attachment_id, a.name, p.ordinal, p.text ${SCOPE}
  AND (p.attachment_id, p.ordinal) IN (SELECT * FROM unnest($4::uuid[], $5::int[]))`,
};
