import "server-only";
/** People by words: each word must stand somewhere in name, e-mail, department or city. Accents do not matter. */
import type { UmsPeoplePage, UmsPerson } from "../../contracts/ums-person.ts";
import { runStatement, type Statement } from "../run-statement.ts";
import { storableText } from "../storable-json.ts";

const FIND: Statement = {
  name: "find-ums-people",
  text: `
SELECT id, name, email, department, city, to_char(joined_at, 'YYYY-MM-DD') AS joined, count(*) OVER () AS total
FROM ums_person, LATERAL (SELECT regexp_replace(
  normalize(lower(concat_ws(' ', name, email, department, city)), NFD), '[\\u0300-\\u036f]', '', 'g') AS words) AS text
WHERE NOT EXISTS (SELECT 1 FROM unnest($1::text[]) AS word WHERE strpos(text.words, word) = 0)
ORDER BY ordinal LIMIT $2`,
};

const WORDS_MAX = 12;

/** @param query at least one word; of many, the first twelve count */
export async function findPeople(query: string, limit: number): Promise<UmsPeoplePage> {
  const words = fold(storableText(query))
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, WORDS_MAX);
  if (words.length === 0) return { total: 0, people: [] };
  const rows = await runStatement<UmsPerson & { total: string }>(FIND, [words, limit]);
  return {
    total: Number(rows[0]?.total ?? 0),
    people: rows.map(({ id, name, email, department, city, joined }) => ({
      id,
      name,
      email,
      department,
      city,
      joined,
    })),
  };
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
}
