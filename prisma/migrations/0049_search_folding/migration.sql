-- Text as it is compared: no case, no accents, one form of each character, of each quote, dash and space, and nothing that
-- is not seen. lib/contracts/public/search/fold-text.ts is the same in TypeScript. Most messages are ASCII, for which
-- lower() is enough.
CREATE OR REPLACE FUNCTION "search_fold"("said" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length("said") = char_length("said") THEN lower("said") ELSE
    translate(replace(replace(replace(replace(lower(regexp_replace(
      normalize(translate("said", E'\u00b4\u2033\u2036', '''""'), NFKD),
      '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u0591-\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      E'øłđðıςħŧ\u02b9\u02bb\u02bc\u02bd\u05f3\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u00ab\u00bb\u05f4\u201c\u201d\u201e\u201f\u301d\u301e\u301f\u058a\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u223c\u301c\u2044\u2215\u1680\u2028\u2029\u0649\u0671\u06a9\u06cc\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9',
      'olddiσht''''''''''''''''''''''''''""""""""""---------~~//   ياكي01234567890123456789') END;

-- The index holds terms of the folded text. Built anew from the messages as they are, it finds the older ones, too.
REINDEX INDEX "message_search";

-- The words of questions and answers, as an operator looks for them, are folded as well.
DROP INDEX "message_asked";
DROP INDEX "message_answered";
CREATE INDEX "message_asked" ON "message" USING gin (to_tsvector('simple', left(search_fold(left("content", 100000)), 100000)))
  WHERE "role" = 'user';
CREATE INDEX "message_answered" ON "message" USING gin (to_tsvector('simple', left(search_fold(left("content", 100000)), 100000)))
  WHERE "role" = 'assistant';
