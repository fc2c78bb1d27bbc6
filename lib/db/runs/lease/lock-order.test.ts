/** Flushes and heartbeats lock the same runs in the same order, whatever plan PostgreSQL has, so neither ends as a deadlock. */

import { beforeAll, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../../scripts/testing/until.ts";
import { openListener, pool } from "../../client.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  newTurn,
  provideTestDatabase,
} from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { appendRunEvents } from "../append-run-events.ts";
import { renewLeases } from "./leases.ts";

provideTestDatabase();

/** One connection, which is told how to find rows. */
process.env.DATABASE_POOL_SIZE = "1";

let first: string;
let second: string;
beforeAll(async () => {
  const person = await createPerson();
  const begin = async () => {
    const begun = await createTurn(person, newTurn());
    if (!begun.ok) throw new Error(begun.reason);
    return begun.turn.runId;
  };
  [first, second] = [await begin(), await begin()];
  // Now the row of the first one is stored behind that of the second, and rows are found as they are stored.
  await pool().query("UPDATE run SET rounds = rounds WHERE id = $1", [first]);
  await pool().query("SET enable_indexscan = off; SET enable_bitmapscan = off");
});

const delta = (runId: string) =>
  eventsOf(runId, [{ type: "answer.delta", offset: 0, text: "said" }]);

it.each([
  ["a flush", () => appendRunEvents(LEASE_OWNER, [...delta(second), ...delta(first)])],
  ["a heartbeat", () => renewLeases(LEASE_OWNER, 15_000, [second, first])],
])("%s that waits for the first run does not hold the second", async (_what, lock) => {
  const other = openListener();
  await other.connect();
  await other.query("BEGIN");
  await other.query("SELECT FROM run WHERE id = $1 FOR UPDATE", [first]);
  const locking = lock();
  await vi.waitFor(async () => {
    const waiting = await other.query("SELECT FROM pg_locks WHERE NOT granted");
    expect(waiting.rowCount).toBeGreaterThan(0);
  }, PATIENCE);
  const free = await other.query("SELECT FROM run WHERE id = $1 FOR UPDATE NOWAIT", [second]);
  expect(free.rowCount).toBe(1);
  await other.query("COMMIT");
  await other.end();
  await locking;
});
