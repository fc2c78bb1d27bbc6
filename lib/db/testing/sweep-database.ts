import "server-only";
/** Looks for words in every column of every table, views and partitions of all schemas included. */
import { db } from "../client.ts";

type Column = { place: string; schema: string; name: string; column: string; type: string };

const COLUMNS = `
  SELECT n.nspname AS schema, c.relname AS name, a.attname AS column, format_type(a.atttypid, NULL) AS type,
    c.relname || '.' || a.attname AS place
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'm') AND a.attnum > 0 AND NOT a.attisdropped
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'`;

/** Types that hold neither words nor bytes. */
const WORDLESS = /^(?:bigint|integer|smallint|boolean|date|double precision(?:\[\])?|timestamp.*)$/;

/**
 * A partition counts as its table: `run_event.payload`.
 * @returns for each word the columns that hold it
 */
export async function sweepDatabase(words: readonly string[]): Promise<Record<string, string[]>> {
  const columns = await db().$queryRawUnsafe<Column[]>(COLUMNS);
  const found: Record<string, string[]> = Object.fromEntries(words.map((word) => [word, []]));
  for (const { schema, name, column, type, place } of columns) {
    if (WORDLESS.test(type)) continue;
    const quoted = `"${column}"`;
    const isHeld =
      type === "bytea"
        ? `position(convert_to(word, 'UTF8') IN ${quoted}) > 0`
        : `position(lower(word) IN lower(${quoted}::text)) > 0`;
    const rows = await db().$queryRawUnsafe<{ word: string }[]>(
      `SELECT word FROM unnest($1::text[]) AS word WHERE EXISTS (
        SELECT 1 FROM "${schema}"."${name}" WHERE ${isHeld})`,
      words,
    );
    const plain = place.replace(/^run_event_\w+\./, "run_event.");
    for (const { word } of rows) if (!found[word]?.includes(plain)) found[word]?.push(plain);
  }
  return found;
}
