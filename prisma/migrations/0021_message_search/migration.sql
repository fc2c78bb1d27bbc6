-- A person's search of their messages. No extension is needed: what is compared, and what is indexed, are expressions
-- over the content itself, so nothing is stored twice and what is erased is found no more.

-- Text as it is compared: no case, no accents, one form of each character. lib/contracts/public/search/fold-text.ts is
-- the same in TypeScript. Most messages are ASCII, for which lower() is enough.
CREATE FUNCTION "search_fold"("said" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length("said") = char_length("said") THEN lower("said") ELSE
    translate(replace(replace(replace(lower(regexp_replace(normalize("said", NFKD),
      '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðıς', 'olddiσ') END;

-- What the index holds: words of alphabets with spaces, which are found by their beginnings, and of all other scripts
-- each three characters in a row, which are found anywhere. The caps keep it below the most that a text vector may hold.
CREATE FUNCTION "search_terms"("said" text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT coalesce(array_to_tsvector(array_agg(DISTINCT term)), ''::tsvector)
    FROM (SELECT left(search_fold("said"), 60000) AS folded OFFSET 0) AS whole, LATERAL (
      SELECT left(word[1], 40) AS term FROM regexp_matches(folded, '[0-9a-z_\u00fe\u0100-\u058f]+', 'g') AS word
      UNION ALL
      SELECT substr(run[1], place, 3) FROM regexp_matches(folded,
        '[\u0590-\u1fff\u2c00-\u2dff\u3005-\u3007\u3031-\u3035\u3040-\ud7ff\uf900-\uffef\U00010000-\U0001efff\U00020000-\U0003ffff]+',
        'g') AS run, generate_series(1, char_length(run[1])) AS place
    ) AS found);

CREATE INDEX "message_search" ON "message" USING gin (search_terms("content"));
