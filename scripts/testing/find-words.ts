/** Looks for words in every column of every table of a database, and in every file below a folder. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Column = { place: string; schema: string; name: string; column: string; type: string };
type Query = <Row>(statement: string, values: readonly unknown[]) => Promise<Row[]>;

const COLUMNS = `
  SELECT n.nspname AS schema, c.relname AS name, a.attname AS column, format_type(a.atttypid, NULL) AS type,
    c.relname || '.' || a.attname AS place
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'm') AND a.attnum > 0 AND NOT a.attisdropped
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'`;

/** Types that hold neither words nor bytes. */
const WORDLESS = /^(?:bigint|integer|smallint|boolean|date|double precision(?:\[\])?|timestamp.*)$/;

/**
 * All schemas, the job queue's among them. A partition counts as its table: `run_event.payload`.
 * @returns for each word the columns that hold it
 */
export async function findWordsInTables(
  query: Query,
  words: readonly string[],
): Promise<Record<string, string[]>> {
  const columns = await query<Column>(COLUMNS, []);
  const found: Record<string, string[]> = Object.fromEntries(words.map((word) => [word, []]));
  for (const { schema, name, column, type, place } of columns) {
    if (WORDLESS.test(type)) continue;
    const quoted = `"${column}"`;
    const isHeld =
      type === "bytea"
        ? `position(convert_to(word, 'UTF8') IN ${quoted}) > 0`
        : `position(lower(word) IN lower(${quoted}::text)) > 0`;
    const rows = await query<{ word: string }>(
      `SELECT word FROM unnest($1::text[]) AS word WHERE EXISTS (
        SELECT 1 FROM "${schema}"."${name}" WHERE ${isHeld})`,
      [words],
    );
    const plain = place.replace(/^run_event_\w+\./, "run_event.");
    for (const { word } of rows) if (!found[word]?.includes(plain)) found[word]?.push(plain);
  }
  return found;
}

/**
 * @param besides folders that are left out, by name
 * @returns the files that hold one of the words, and how many files were read
 */
export function findWordsInFiles(
  folder: string,
  words: readonly string[],
  besides: readonly string[],
): { read: number; found: string[] } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !besides.some((name) => file.startsWith(join(folder, name))));
  const found = files.filter((file) => {
    const bytes = readFileSync(file);
    return words.some((word) => bytes.includes(word));
  });
  return { read: files.length, found };
}
