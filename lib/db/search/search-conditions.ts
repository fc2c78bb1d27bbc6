/** The conditions of a search in SQL. The expressions are those of prisma/sql/5-message-search.sql. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { SearchTerm } from "../../contracts/public/search/search-query.ts";
import { storableText } from "../storable-json.ts";

const fold = (column: RawBuilder<string>) => sql`search_fold(${column})`;

/** Every pattern is in the text. Folds it once. */
export function matchesPatterns(
  column: RawBuilder<string>,
  patterns: readonly string[],
): RawBuilder<boolean> {
  if (patterns.length === 0) return sql<boolean>`true`;
  const checks = patterns.map((pattern) => sql`folded ~ ${storableText(pattern)}::text`);
  return sql<boolean>`(SELECT ${sql.join(checks, sql` AND `)} FROM (SELECT ${fold(column)} AS folded OFFSET 0) AS one)`;
}

/** Has all that the index knows of the terms, which may be more than them. */
export function isIndexedFor(
  column: RawBuilder<string>,
  terms: readonly SearchTerm[],
): RawBuilder<boolean> {
  const lexemes = [...new Set(terms.flatMap((term) => term.lexemes))].map(storableText).join(" & ");
  return lexemes === ""
    ? sql<boolean>`true`
    : sql<boolean>`search_terms(${column}) @@ ${lexemes}::text::tsquery`;
}
