-- A person's search of their messages. No extension is needed: what is compared, and what is indexed, are expressions
-- over the content itself, so nothing is stored twice and what is erased is found no more.

-- Text as it is compared: no case, no accents, one form of each character, of each quote, dash and space, and nothing that
-- is not seen. lib/contracts/public/search/fold-text.ts is the same in TypeScript. Most messages are ASCII, for which
-- lower() is enough.
CREATE FUNCTION "search_fold"("said" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length("said") = char_length("said") THEN lower("said") ELSE
    translate(replace(replace(replace(replace(lower(regexp_replace(
      normalize(translate("said", E'\u00b4\u2033\u2036', '''""'), NFKD),
      '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u0591-\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      E'øłđðıςħŧ\u02b9\u02bb\u02bc\u02bd\u05f3\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u00ab\u00bb\u05f4\u201c\u201d\u201e\u201f\u301d\u301e\u301f\u058a\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u223c\u301c\u2044\u2215\u1680\u2028\u2029\u0649\u0671\u06a9\u06cc\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9',
      'olddiσht''''''''''''''''''''''''''""""""""""---------~~//   ياكي01234567890123456789') END;

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

-- Full-text search of everybody's words by operators. The caps keep every message below the most that a text vector may
-- hold. Questions and answers are searched apart, so each kind has an index of its own.
CREATE INDEX "message_asked" ON "message" USING gin (to_tsvector('simple', left(search_fold(left("content", 100000)), 100000)))
  WHERE "role" = 'user';
CREATE INDEX "message_answered" ON "message" USING gin (to_tsvector('simple', left(search_fold(left("content", 100000)), 100000)))
  WHERE "role" = 'assistant';

-- Full-text search of files.
CREATE INDEX "passage_search" ON "passage" USING gin (to_tsvector('simple', search_fold("text")));
