/** A page of the directory. */
import "server-only";
import { sql } from "kysely";
import type {
  UmsPeoplePage,
  UmsPeopleQuery,
  UmsPersonSort,
} from "../../contracts/ums/ums-person.ts";
import { kysely } from "../client.ts";
import { PERSON } from "./person-row.ts";

const SORTED_BY = {
  added: "ordinal",
  name: "name",
  joined: "joined_at",
  department: "department",
  city: "city",
} as const satisfies Record<UmsPersonSort, string>;

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
