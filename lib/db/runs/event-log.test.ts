/** The log of runs as a table: its months, its versions, and payloads that were erased. */

import { v7 as timeOrderedId } from "uuid";
import { expect, it } from "vitest";
import { db, openListener, pool } from "../client.ts";
import { readEvent } from "../inspector/run/read-events.ts";
import { readRun } from "../inspector/run/read-run.ts";
import { readTrace } from "../inspector/run/read-trace.ts";
import { recordRun, SOME_EVENTS } from "../inspector/testing/recorded-run.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { createEventMonths, eventMonthName, firstRunIdAt } from "./create-event-months.ts";
import { getRunSnapshot } from "./get-run-snapshot.ts";

provideTestDatabase();

const partitionOf = async (runId: string) => {
  const { rows } = await pool().query<{ name: string }>(
    "SELECT DISTINCT tableoid::regclass::text AS name FROM run_event WHERE run_id = $1",
    [runId],
  );
  return rows.map(({ name }) => name);
};

/** Gives the run and its log an id of another time. */
async function moveTo(runId: string, moment: Date): Promise<string> {
  const id = timeOrderedId({ msecs: moment.getTime() });
  await pool().query("UPDATE run SET id = $2 WHERE id = $1", [runId, id]);
  await pool().query("UPDATE run_event SET run_id = $2 WHERE run_id = $1", [runId, id]);
  return id;
}

it("keeps each run in the month of its id, makes months ahead, and lets one be detached", async () => {
  const person = await createPerson();
  const now = new Date();
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15));
  const { runId } = await recordRun(person, { events: SOME_EVENTS });
  expect(await partitionOf(runId)).toEqual(["run_event_default"]);

  expect(await createEventMonths(now)).toHaveLength(3);
  expect(await createEventMonths(now)).toEqual([]);
  expect(await partitionOf(runId)).toEqual([eventMonthName(now)]);
  const later = await recordRun(person, { events: SOME_EVENTS });
  const laterId = await moveTo(later.runId, next);
  expect(await partitionOf(laterId)).toEqual([eventMonthName(next)]);

  const admin = await createPerson("admin");
  expect((await readRun(admin, laterId)).events).toHaveLength(SOME_EVENTS.length);
  await pool().query(`ALTER TABLE run_event DETACH PARTITION ${eventMonthName(next)}`);
  expect((await readRun(admin, laterId)).events).toEqual([]);
  expect((await readRun(admin, runId)).events).toHaveLength(SOME_EVENTS.length);
});

it("gives up a month for which it would have to wait, because readers would wait behind it", async () => {
  const other = openListener();
  await other.connect();
  await other.query("BEGIN; LOCK TABLE run_event_default IN ACCESS SHARE MODE");
  const later = new Date(Date.UTC(2031, 0, 1));
  await expect(createEventMonths(later)).rejects.toMatchObject({ code: "55P03" });
  await other.query("COMMIT");
  await other.end();

  expect(await createEventMonths(later)).toHaveLength(3);
});

it("ends no turn that writes to its run and then to its log while a month is made", async () => {
  const { runId } = await recordRun(await createPerson(), { events: SOME_EVENTS });
  const writer = openListener();
  await writer.connect();
  await writer.query("BEGIN; SET LOCAL deadlock_timeout = '1ms'");
  await writer.query("UPDATE run SET slot = slot WHERE id = $1", [runId]);
  const later = new Date(Date.UTC(2032, 0, 1));
  const making = createEventMonths(later).catch((error: unknown) => error);
  await expect.poll(waitingLocks).toBeGreaterThan(0);
  await writer.query("LOCK TABLE run_event_default IN ROW EXCLUSIVE MODE; COMMIT");
  await writer.end();

  // It made the months a moment later, or gave up.
  await making;
  await createEventMonths(later);
  expect(await createEventMonths(later)).toEqual([]);
});

async function waitingLocks(): Promise<number> {
  const { rows } = await pool().query("SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted");
  return rows[0].n;
}

it("begins a month at its first millisecond", () => {
  const begins = new Date(Date.UTC(2026, 10, 1));
  const [before, first] = [-1, 0].map((more) => timeOrderedId({ msecs: begins.getTime() + more }));
  expect((before ?? "") < firstRunIdAt(begins)).toBe(true);
  expect((first ?? "") >= firstRunIdAt(begins)).toBe(true);
  expect(eventMonthName(begins)).toBe("run_event_2026_11");
});

it("shows an event of an older version as one of the newest, to every reader", async () => {
  // Version 0 is made up: it called the words of a delta `words`.
  await pool().query(`CREATE OR REPLACE FUNCTION upcast_run_event("type" text, "version" smallint, "payload" jsonb)
    RETURNS jsonb LANGUAGE sql IMMUTABLE RETURN CASE WHEN "type" = 'answer.delta' AND "version" = 0
      THEN "payload" - 'words' || jsonb_build_object('text', "payload"->'words') ELSE "payload" END`);
  const person = await createPerson();
  const admin = await createPerson("admin");
  const events = [{ type: "answer.delta" as const, offset: 0, text: "new " }];
  const { runId } = await recordRun(person, { events, status: "running" });
  await db().runEvent.create({
    data: {
      runId,
      seq: 2,
      at: new Date(),
      type: "answer.delta",
      visibility: "public",
      eventVersion: 0,
      payload: { offset: 4, words: "and old" },
    },
  });
  expect((await getRunSnapshot(person, runId)).text).toBe("new and old");
  expect((await readEvent(admin, runId, 2)).payload).toEqual({ offset: 4, text: "and old" });
});

it("keeps the place of an event whose payload was erased", async () => {
  const admin = await createPerson("admin");
  const { runId } = await recordRun(await createPerson(), { events: SOME_EVENTS });
  await pool().query("UPDATE run_event SET payload = NULL WHERE run_id = $1 AND seq = 2", [runId]);
  const { events } = await readRun(admin, runId);
  expect(events.map(({ seq }) => seq)).toEqual(SOME_EVENTS.map((_, index) => index + 1));
  expect(events[1]?.payload).toBeNull();
  expect((await readTrace(admin, runId, null))?.shape?.rows.length).toBeGreaterThan(0);
  const { rows } = await pool().query("SELECT count(DISTINCT salt)::int AS salts FROM run_event");
  expect(rows[0].salts).toBeGreaterThan(SOME_EVENTS.length);
});
