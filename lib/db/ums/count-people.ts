/** Counts people by department, city or month of joining. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { UmsCountField, UmsPeopleCount } from "../../contracts/ums/ums-person.ts";
import { kysely } from "../client.ts";
import { columnsOf } from "../typed-sql.ts";

const person = columnsOf("ums_person");

/** Departments and cities by size; months in order of time, so that a chart of them reads from left to right. */
const COUNTED: Record<UmsCountField, { value: RawBuilder<string>; order: RawBuilder<unknown> }> = {
  department: { value: person("department"), order: sql`count DESC, value` },
  city: { value: person("city"), order: sql`count DESC, value` },
  joined_month: { value: sql`to_char(${person("joined_at")}, 'YYYY-MM')`, order: sql`value` },
};

export function countPeople(field: UmsCountField): Promise<UmsPeopleCount[]> {
  const { value, order } = COUNTED[field];
  return kysely()
    .selectFrom("ums_person")
    .select([value.as("value"), sql<number>`count(*)::int`.as("count")])
    .groupBy(sql`1`)
    .orderBy(order)
    .execute();
}
