/** Finds people by words: each word must occur in name, e-mail, department or city. Accents are ignored. */
import "server-only";
import { sql } from "kysely";
import type { UmsPeoplePage } from "../../contracts/ums/ums-person.ts";
import { kysely } from "../client.ts";
import { PEOPLE_QUERY_WORDS_MAX } from "../limits.ts";
import { storableText } from "../storable-json.ts";
import { PERSON } from "./person-row.ts";

/** @param query at least one word; only the first twelve count */
export async function findPeople(query: string, limit: number): Promise<UmsPeoplePage> {
  const words = fold(storableText(query))
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, PEOPLE_QUERY_WORDS_MAX);
  if (words.length === 0) return { total: 0, people: [] };
  const rows = await kysely()
    .selectFrom("ums_person")
    .select(PERSON)
    .select(sql<string>`count(*) OVER ()`.as("total"))
    .where(({ ref }) => {
      const all = sql`concat_ws(' ', ${ref("name")}, ${ref("email")}, ${ref("department")}, ${ref("city")})`;
      const folded = sql`regexp_replace(normalize(lower(${all}), NFD), '[\\u0300-\\u036f]', '', 'g')`;
      return sql<boolean>`NOT EXISTS (
        SELECT 1 FROM unnest(${words}::text[]) AS word WHERE strpos(${folded}, word) = 0)`;
    })
    .orderBy("ordinal")
    .limit(limit)
    .execute();
  const people = rows.map(({ total: _, ...person }) => person);
  return { total: Number(rows[0]?.total ?? 0), people };
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
}
