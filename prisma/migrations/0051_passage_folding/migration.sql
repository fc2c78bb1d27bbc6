-- The words of files are compared as those of messages are: no case, no accents, one form of each quote, dash and space.
DROP INDEX "passage_search";
CREATE INDEX "passage_search" ON "passage" USING gin (to_tsvector('simple', search_fold("text")));
