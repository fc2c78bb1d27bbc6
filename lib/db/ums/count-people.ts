import "server-only";
/** How many people there are by department, by city or by month of joining. */
import type { UmsCountField, UmsPeopleCount } from "../../contracts/ums-person.ts";
import { runStatement, type Statement } from "../run-statement.ts";

/** Departments and cities by size; months in their own order, so that a chart of them reads left to right. */
const COUNT: Record<UmsCountField, Statement> = {
  department: countBy("department", "count DESC, value"),
  city: countBy("city", "count DESC, value"),
  joined_month: countBy("to_char(joined_at, 'YYYY-MM')", "value"),
};

function countBy(expression: string, order: string): Statement {
  return {
    name: `count-ums-people-by-${expression}`.slice(0, 60),
    text: `SELECT ${expression} AS value, count(*)::int AS count FROM ums_person GROUP BY 1 ORDER BY ${order}`,
  };
}

export function countPeople(field: UmsCountField): Promise<UmsPeopleCount[]> {
  return runStatement<UmsPeopleCount>(COUNT[field], []);
}
