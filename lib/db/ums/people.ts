/** The people of the directory: a page of them, one of them, and changes. */
import "server-only";
import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type {
  NewUmsPerson,
  UmsCountField,
  UmsPeopleCount,
  UmsPeoplePage,
  UmsPeopleQuery,
  UmsPerson,
  UmsPersonChange,
  UmsPersonSort,
  UmsPersonWritten,
} from "../../contracts/ums/ums-person.ts";
import { kysely } from "../client.ts";
import { constraintReason } from "../constraint-reasons.ts";
import { PEOPLE_QUERY_WORDS_MAX } from "../limits.ts";
import { storableText } from "../storable-json.ts";
import { columnsOf } from "../typed-sql.ts";

const SORTED_BY = {
  added: "ordinal",
  name: "name",
  joined: "joined_at",
  department: "department",
  city: "city",
} as const satisfies Record<UmsPersonSort, string>;

const person = columnsOf("ums_person");
/** Departments and cities by size; months in order of time, so that a chart of them reads from left to right. */
const COUNTED: Record<UmsCountField, { value: RawBuilder<string>; order: RawBuilder<unknown> }> = {
  department: { value: person("department"), order: sql`count DESC, value` },
  city: { value: person("city"), order: sql`count DESC, value` },
  joined_month: { value: sql`to_char(${person("joined_at")}, 'YYYY-MM')`, order: sql`value` },
};

const joinedAt = columnsOf("ums_person")("joined_at");
/** The columns of `ums_person` for a person. */
const PERSON = [
  ...(["id", "name", "email", "department", "city"] as const),
  sql<string>`to_char(${joinedAt}, 'YYYY-MM-DD')`.as("joined"),
] as const;

/** Every order ends in the order of entry, so that pages never overlap. */
export async function listPeople(query: UmsPeopleQuery): Promise<UmsPeoplePage> {
  const { limit, offset, department, city, sort } = query;
  let matching = kysely().selectFrom("ums_person");
  if (department) matching = matching.where(sql`lower(department)`, "=", department.toLowerCase());
  if (city) matching = matching.where(sql`lower(city)`, "=", city.toLowerCase());
  const counted = matching.select(({ fn }) => fn.countAll<string>().as("total"));
  const page = matching
    .select(PERSON)
    .orderBy(SORTED_BY[sort])
    .orderBy("ordinal")
    .offset(offset)
    .limit(limit);
  const [{ total }, people] = await Promise.all([
    counted.executeTakeFirstOrThrow(),
    page.execute(),
  ]);
  return { total: Number(total), people };
}

/** Counts people by department, city or month of joining. */
export function countPeople(field: UmsCountField): Promise<UmsPeopleCount[]> {
  const { value, order } = COUNTED[field];
  return kysely()
    .selectFrom("ums_person")
    .select([value.as("value"), sql<number>`count(*)::int`.as("count")])
    .groupBy(sql`1`)
    .orderBy(order)
    .execute();
}

/**
 * Finds people by words: each word must occur in name, e-mail, department or city. Accents are ignored.
 * @param query at least one word; only the first twelve count
 */
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

/**
 * One person of the directory.
 * @returns null if there is no such person
 */
export async function getPerson(id: string): Promise<UmsPerson | null> {
  const person = await kysely()
    .selectFrom("ums_person")
    .select(PERSON)
    .where("id", "=", id)
    .executeTakeFirst();
  return person ?? null;
}

/** Adds a person to the directory. */
export function createPerson(person: NewUmsPerson): Promise<UmsPersonWritten> {
  const { name, email, department, city } = person;
  const now = new Date();
  const joined_at = person.joined ?? now.toISOString().slice(0, 10);
  const row = { id: randomUUID(), name, email: email.toLowerCase(), department, city, joined_at };
  return unlessEmailTaken(() =>
    kysely()
      .insertInto("ums_person")
      .values({ ...row, updated_at: now })
      .returning(PERSON)
      .executeTakeFirst(),
  );
}

/** Changes the given fields of a person. */
export function updatePerson(id: string, change: UmsPersonChange): Promise<UmsPersonWritten> {
  const { name, email, department, city, joined } = change;
  return unlessEmailTaken(() =>
    kysely()
      .updateTable("ums_person")
      .set({ name, email: email?.toLowerCase(), department, city, joined_at: joined })
      .set({ updated_at: new Date() })
      .where("id", "=", id)
      .returning(PERSON)
      .executeTakeFirst(),
  );
}

/**
 * Deletes a person from the directory.
 * @returns the deleted person; null if there was none
 */
export async function deletePerson(id: string): Promise<UmsPerson | null> {
  const person = await kysely()
    .deleteFrom("ums_person")
    .where("id", "=", id)
    .returning(PERSON)
    .executeTakeFirst();
  return person ?? null;
}

// Converts a row of the directory to a person.

/**
 * An e-mail address belongs to one person, whatever its case.
 * @param write stores a person and returns it
 * @throws errors of `write`, except for an address that is already used
 */
async function unlessEmailTaken(
  write: () => Promise<UmsPerson | undefined>,
): Promise<UmsPersonWritten> {
  try {
    const person = await write();
    return person ? { ok: true, person } : { ok: false, reason: "not-found" };
  } catch (error) {
    return { ok: false, reason: constraintReason(error, ["email-taken"]) };
  }
}
