/** The number of database connections of a process under every kind of work at once. */
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { APPLICATION_NAME, db, kysely, openListener, pool } from "../../lib/db/client.ts";
import { renewLeases } from "../../lib/db/runs/lease/leases.ts";
import { createPerson, newTurn, provideTestDatabase } from "../../lib/db/testing/turn-fixtures.ts";
import { createTurn } from "../../lib/db/turns/create-turn.ts";
import { startJobs, stopJobs } from "../../lib/jobs/start-jobs.ts";

const CONNECTIONS_MAX = 15;
const AT_ONCE = 40;

provideTestDatabase();
afterAll(stopJobs);

it("uses at most 15 connections for turns, reads, jobs and the listener together", async () => {
  const person = await createPerson();
  const listener = openListener();
  await listener.connect();
  await startJobs();
  const isFull = Promise.withResolvers<void>();
  const holdOne = async () => {
    const client = await pool().connect();
    await isFull.promise;
    client.release();
  };
  const work = Array.from({ length: AT_ONCE }, () => [
    createTurn(person, newTurn()),
    db().conversation.findMany({ take: 5 }),
    kysely().selectFrom("run").select("id").limit(5).execute(),
    renewLeases("somebody", 1_000, []),
    holdOne(),
  ]).flat();
  const watcher = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await watcher.connect();
  const counts: number[] = [];
  let isOver = false;
  const done = Promise.all(work).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const { rows } = await watcher.query<{ name: string; count: number }>(
      `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()
         -- Not a worker that vacuums the database meanwhile.
         AND backend_type = 'client backend'
         -- A connection has no name while it is being opened.
         AND (application_name <> '' OR state <> 'starting') GROUP BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([APPLICATION_NAME]);
    const count = rows[0]?.count ?? 0;
    counts.push(count);
    if (count === CONNECTIONS_MAX) isFull.resolve();
  }
  await done;
  await Promise.all([watcher.end(), listener.end()]);
  expect(Math.max(...counts)).toBe(CONNECTIONS_MAX);
});
