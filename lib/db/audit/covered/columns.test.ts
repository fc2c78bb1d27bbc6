/** The list of what the trail binds has every column of the real database, once, and no other. */
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { ROOT } from "../../../../scripts/setup/paths.ts";
import { kysely } from "../../client.ts";
import { provideTestDatabase } from "../../testing/turn-fixtures.ts";
import type { Covered } from "../testing/covered.ts";
import { COVERAGE, NOT_YET } from "../testing/covered-columns.ts";
import { describeCoverage } from "../testing/describe-columns.ts";

provideTestDatabase();

const GROUPS: [string, readonly Covered[]][] = Object.entries(COVERAGE);
const LISTED = GROUPS.flatMap(([table, groups]) =>
  groups.flatMap(({ columns }) => columns.map((column) => `${table}.${column}`)),
);

/** Of all tables of ours; a partition has the columns of its table. */
async function readColumns(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT told.table_name || '.' || told.column_name AS name
    FROM information_schema.columns AS told
    JOIN pg_class ON pg_class.oid = format('%I.%I', told.table_schema, told.table_name)::regclass
    WHERE told.table_schema = current_schema() AND relkind IN ('r', 'p') AND NOT relispartition
      AND told.table_name <> '_prisma_migrations'`.execute(kysely());
  return rows.map(({ name }) => name);
}

it("lists each column of the database once, and none that is not there", async () => {
  expect(LISTED.toSorted()).toEqual((await readColumns()).toSorted());
});

it("gives a reason for each", () => {
  for (const [table, groups] of GROUPS)
    for (const { why, columns } of groups) {
      expect(why, table).not.toBe("");
      expect(columns, `${table}: ${why}`).not.toEqual([]);
    }
});

it("shows a gap as one: what is not bound yet is free", () => {
  const gaps = GROUPS.flatMap(([, groups]) => groups).filter(({ why }) => why.startsWith(NOT_YET));
  expect(gaps.every(({ how }) => how === "free")).toBe(true);
});

it("is what docs/coverage.md says", async () => {
  await expect(describeCoverage()).toMatchFileSnapshot(join(ROOT, "docs/coverage.md"));
});
