/** A count that would keep an operator waiting is given up, and an estimate is told apart from a count. */
import { type Expression, sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { kysely, pool } from "./client.ts";
import { type Countable, countOrEstimate } from "./count-or-estimate.ts";
import { provideTestDatabase } from "./testing/turn-fixtures.ts";

provideTestDatabase();

const THINGS = 9_000;
/** Enough for an estimate on a busy machine, and no whole count of things that take 2 ms each. */
const MOST_MS = 2_500;

beforeAll(async () => {
  await pool().query(
    "CREATE TABLE thing AS SELECT gen_random_uuid() AS id, n % 10 = 0 AS is_round FROM generate_series(1, $1::int) AS n",
    [THINGS],
  );
  await pool().query("ANALYZE thing");
});

/** Things of which a condition holds that takes its time. */
const slow = (seconds: number): Countable => {
  const rows = sql`SELECT id FROM thing WHERE is_round IS NOT DISTINCT FROM (pg_sleep(${seconds}::float8) IS NOT NULL)`;
  return {
    rows,
    candidates: sql`SELECT id FROM thing`,
    sample: (
      oneOf,
    ) => sql`SELECT id FROM (SELECT * FROM thing WHERE uuid_hash(id) % ${oneOf}::int = 0 OFFSET 0) AS few
      WHERE is_round IS NOT DISTINCT FROM (pg_sleep(${seconds}::float8) IS NOT NULL)`,
  };
};
const only = (rows: Expression<unknown>): Countable => ({
  rows,
  candidates: rows,
  sample: () => rows,
});

it("counts exactly where that is quick", async () => {
  const rows = sql`SELECT id FROM thing WHERE is_round`;
  expect(await countOrEstimate(only(rows), MOST_MS)).toEqual({ count: 900, isEstimate: false });
});

it("estimates from a sample where counting takes too long, and says so", async () => {
  const { count, isEstimate } = await countOrEstimate(slow(0.001), MOST_MS);
  expect(isEstimate).toBe(true);
  // A tenth of the things, from about a thousand of them: four times the standard error.
  expect(count).toBeGreaterThan(900 - 4 * 90);
  expect(count).toBeLessThan(900 + 4 * 90);
});

it("asks the planner where even the sample takes too long", async () => {
  const { count, isEstimate } = await countOrEstimate(slow(30), 50);
  expect(isEstimate).toBe(true);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(THINGS);
});

it("leaves the time limit of the connection's next statement as it was", async () => {
  await countOrEstimate(slow(30), 50);
  const { rows } = await pool().query("SHOW statement_timeout");
  expect(rows[0].statement_timeout).toBe("25s");
});

it("tells of every other failure", async () => {
  const broken = sql`SELECT 1 WHERE 1 / (random() * 0)::int = 1`;
  await expect(countOrEstimate(only(broken))).rejects.toMatchObject({ code: "22012" });
  expect((await sql`SELECT 1`.execute(kysely())).rows).toHaveLength(1);
});
