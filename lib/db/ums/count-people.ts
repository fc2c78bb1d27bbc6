import "server-only";
/** How many people there are by department, by city or by month of joining. */
import { sql } from "kysely";
import type { UmsCountField, UmsPeopleCount } from "../../contracts/ums/ums-person.ts";
import { kysely } from "../client.ts";
import { columnsOf, table } from "../typed-sql.ts";

const person = columnsOf("ums_person");

/** Departments and cities by size; months in their own order, so that a chart of them reads left to right. */
const COUNTED = {
  department: { value: person("department"), order: sql`count DESC, value` },
  city: { value: person("city"), order: sql`count DESC, value` },
  joined_month: { value: sql`to_char(${person("joined_at")}, 'YYYY-MM')`, order: sql`value` },
} satisfies Record<UmsCountField, object>;

export async function countPeople(field: UmsCountField): Promise<UmsPeopleCount[]> {
  const { value, order } = COUNTED[field];
  const { rows } = await sql<UmsPeopleCount>`
    SELECT ${value} AS value, count(*)::int AS count FROM ${table("ums_person")}
    GROUP BY 1 ORDER BY ${order}`.execute(kysely());
  return rows;
}
