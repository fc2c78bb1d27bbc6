/** A count that would keep an operator waiting is given up, and an estimate is told apart from a count. */
import { type Expression, sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { PATIENCE, until } from "../../scripts/testing/until.ts";
import { kysely, pool } from "./client.ts";
import { type Countable, countOrEstimate } from "./count-or-estimate.ts";
import { provideTestDatabase } from "./testing/turn-fixtures.ts";

provideTestDatabase();

const THINGS = 9_000;

beforeAll(async () => {
  await pool().query(
    "CREATE TABLE thing AS SELECT gen_random_uuid() AS id, n % 10 = 0 AS is_round FROM generate_series(1, $1::int) AS n",
    [THINGS],
  );
  await pool().query("ANALYZE thing");
});

/** No count of them ends. */
const ENDLESS = sql`SELECT id FROM thing WHERE is_round IS NOT DISTINCT FROM (pg_sleep(3600) IS NOT NULL)`;
const CANDIDATES = sql`SELECT id FROM thing`;
const endless: Countable = { rows: ENDLESS, candidates: CANDIDATES, sample: () => ENDLESS };
const only = (rows: Expression<unknown>): Countable => ({
  rows,
  candidates: rows,
  sample: () => rows,
});

it("counts exactly where that is quick", async () => {
  const rows = sql`SELECT id FROM thing WHERE is_round`;
  expect(await countOrEstimate(only(rows), PATIENCE.timeout)).toEqual({
    count: 900,
    isEstimate: false,
  });
});

it("estimates from a sample where counting takes too long, and says so", async () => {
  const sample: Countable["sample"] = (oneOf) =>
    sql`SELECT id FROM thing WHERE is_round AND uuid_hash(id) % ${oneOf}::int = 0`;
  const counted = countOrEstimate({ ...endless, sample }, PATIENCE.timeout);
  // Ends the statement as its time limit would, with the same error.
  await until("the whole count has begun", async () => {
    const { rowCount } = await pool().query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    return rowCount === 1;
  });
  const { count, isEstimate } = await counted;
  expect(isEstimate).toBe(true);
  // A tenth of the things, from about a thousand of them: four times the standard error.
  expect(count).toBeGreaterThan(900 - 4 * 90);
  expect(count).toBeLessThan(900 + 4 * 90);
});

it("asks the planner where even the sample takes too long", async () => {
  const { count, isEstimate } = await countOrEstimate(endless, 50);
  expect(isEstimate).toBe(true);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(THINGS);
});

it("leaves the time limit of the connection's next statement as it was", async () => {
  await countOrEstimate(endless, 50);
  const { rows } = await pool().query("SHOW statement_timeout");
  expect(rows[0].statement_timeout).toBe("25s");
});

it("tells of every other failure", async () => {
  const broken = sql`SELECT 1 WHERE 1 / (random() * 0)::int = 1`;
  await expect(countOrEstimate(only(broken))).rejects.toMatchObject({ code: "22012" });
  expect((await sql`SELECT 1`.execute(kysely())).rows).toHaveLength(1);
});
