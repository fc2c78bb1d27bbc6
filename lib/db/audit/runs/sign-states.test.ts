/** The trail says that all memory is signed only if no server of an earlier version could store more of it during the pass. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { until } from "../../../../scripts/testing/until.ts";
import { db, kysely, pool } from "../../client.ts";
import { provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { areStatesSigned } from "./own-states.ts";
import { signStates } from "./sign-states.ts";

provideTestDatabase();

const isWaitedFor = async () => {
  const { rowCount } =
    await pool().query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  return rowCount !== 0;
};

it("says nothing where another version went away during the pass: its last states may have no MAC", async () => {
  await sql`INSERT INTO instance (id, version) VALUES ('old:1', '0.0.1')`.execute(kysely());
  let isOver = false;
  const holder = await pool().connect();
  await holder.query("BEGIN; SELECT pg_advisory_xact_lock(7303045)");
  const pass = signStates().finally(() => {
    isOver = true;
  });
  await until("the end of the pass", async () => isOver || isWaitedFor());
  await db().instance.deleteMany({ where: { id: "old:1" } });
  await holder.query("COMMIT");
  holder.release();
  expect([await pass, await areStatesSigned(kysely())]).toEqual([false, false]);
  expect([await signStates(), await areStatesSigned(kysely())]).toEqual([true, true]);
});
