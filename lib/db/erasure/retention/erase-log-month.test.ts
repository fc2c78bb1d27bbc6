/** A month of the log goes as a whole: under a tombstone, once, behind its readers, and without what is still at work. */
import { beforeEach, expect, it, vi } from "vitest";
import { checkRuns } from "../../audit/runs/read-runs.ts";
import { db, kysely, openListener, pool } from "../../client.ts";
import { readRun } from "../../inspector/run/read-run.ts";
import { listRuns } from "../../inspector/runs/list-runs.ts";
import { LOG_LOCK_ATTEMPTS_MAX } from "../../limits.ts";
import { appendRunEvents } from "../../runs/append-run-events.ts";
import { createEventMonths, eventMonthName } from "../../runs/create-event-months.ts";
import { getRunSnapshot } from "../../runs/get-run-snapshot.ts";
import { checkTrail, endRun, seal } from "../../testing/trail-fixtures.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  newTurn,
  provideTestDatabase,
} from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { eraseAgain } from "../erase.ts";
import { applyRetention } from "./apply-retention.ts";

provideTestDatabase();

const NOW = new Date();
const MONTH = NOW.toISOString().slice(0, 7);
const DAYS = 300;
const READS = 5;

beforeEach(async () => {
  await createEventMonths(NOW);
  await createEventMonths(new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + 13)));
});

/** Does something when this month, and no later one, is over for so long, as the server's clock says. */
async function later<Result>(act: () => Promise<Result>): Promise<Result> {
  const over = Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + 1);
  const now = new Date(over + DAYS * 86_400_000 + 3_600_000);
  vi.useFakeTimers({ toFake: ["Date"], now });
  try {
    return await act();
  } finally {
    vi.useRealTimers();
  }
}

const apply = () => applyRetention("log", DAYS);
const applyLater = () => later(apply);

const isThere = async () => {
  const { rows } = await pool().query("SELECT to_regclass($1) IS NOT NULL AS is", [
    eventMonthName(NOW),
  ]);
  return rows[0].is as boolean;
};
const eventsIn = (runId: string) => db().runEvent.count({ where: { runId } });
const recorded = async () =>
  (
    await db().auditEvent.findMany({
      where: { action: { in: ["log.erased", "retention.applied"] } },
      orderBy: { at: "asc" },
    })
  ).map(({ action, detail }) => ({ action, detail }));

/** What one test leaves, the next one does not see. */
async function forget(): Promise<void> {
  await db()
    .$executeRaw`TRUNCATE audit_event, audit_leaf, audit_checkpoint, run_seal, erased_month`;
  await db().runEvent.deleteMany();
  await db().conversation.deleteMany();
}

it("goes as a whole, and leaves its runs, their answers, and a trail that verifies", async () => {
  await forget();
  const { runId, person } = await endRun();
  const { runId: other } = await endRun();
  const events = (await eventsIn(runId)) + (await eventsIn(other));
  expect(await applyLater()).toEqual({ run_event: events, ums_trace: 0 });
  expect([await isThere(), await eventsIn(runId), await eventsIn(other)]).toEqual([false, 0, 0]);
  expect(await recorded()).toMatchObject([
    { action: "log.erased", detail: { rule: "retention", month: MONTH, events } },
    { action: "retention.applied", detail: { class: "log", days: DAYS } },
  ]);
  await seal();
  expect(await checkTrail()).toMatchObject({ ok: true });
  expect(await checkRuns()).toEqual({ ok: true, runs: 2, erased: 2 });

  const admin = await createPerson("admin");
  const { runs } = await listRuns(admin, { q: runId });
  expect(runs).toMatchObject([{ id: runId, findings: [] }]);
  expect((await listRuns(admin, { kind: "log_gap" })).runs).toEqual([]);
  expect((await readRun(admin, runId)).events).toEqual([]);
  expect(await getRunSnapshot(person, runId)).toMatchObject({ ending: "interrupted" });
  expect(await applyLater()).toEqual({});

  // The answer is still checked against its seal.
  await db().$executeRaw`UPDATE message SET content = 'forged' WHERE role = 'assistant'`;
  expect(await checkRuns()).toMatchObject({ ok: false, why: "answer-changed" });
});

it("is missed where nobody erased it", async () => {
  await forget();
  const { runId } = await endRun();
  await pool().query(`DROP TABLE ${eventMonthName(NOW)}`);
  expect(await checkRuns()).toMatchObject({ ok: false, why: "event-missing" });
  const { runs } = await listRuns(await createPerson("admin"), { q: runId });
  expect(runs).toMatchObject([{ findings: ["log_gap"] }]);
});

it("stays while one of its runs is at work, or has no seal yet", async () => {
  await forget();
  const { runId } = await endRun(async () => null);
  expect(await applyLater()).toEqual({});
  await seal();
  const begun = await createTurn(await createPerson(), newTurn());
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  expect(await applyLater()).toEqual({});
  expect(await eventsIn(runId)).toBeGreaterThan(0);
  await db().run.update({ where: { id: begun.turn.runId }, data: { status: "complete" } });
  expect(await applyLater()).toMatchObject({ run_event: expect.any(Number) });
  expect(await isThere()).toBe(false);
});

it("gives way to a reader that takes its time, and goes when that one is done", async () => {
  await forget();
  const { runId } = await endRun();
  const reader = openListener();
  await reader.connect();
  await reader.query("BEGIN");
  const read = "SELECT count(*)::int AS events FROM log_event WHERE run_id = $1";
  const events = (await reader.query(read, [runId])).rows[0].events;
  const attempts = vi.spyOn(kysely(), "transaction");
  const applied = applyLater();
  // Whoever comes meanwhile is not kept waiting for long.
  const admin = await createPerson("admin");
  for (let reads = 0; reads < READS; reads += 1) await readRun(admin, runId);
  expect(await applied).toEqual({});
  // Each read is a transaction, too.
  expect(attempts).toHaveBeenCalledTimes(LOG_LOCK_ATTEMPTS_MAX + READS);
  expect((await reader.query(read, [runId])).rows[0].events).toBe(events);
  expect(await recorded()).toEqual([]);
  await reader.query("COMMIT");
  await reader.end();
  expect(await applyLater()).toEqual({ run_event: events, ums_trace: 0 });
});

it("goes once, however many ask, while others read and write", async () => {
  await forget();
  const { runId } = await endRun();
  const [admin, person] = [await createPerson("admin"), await createPerson()];
  const events = await eventsIn(runId);
  // A run of a later month goes on.
  const begun = await createTurn(person, newTurn());
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const then = Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + 14);
  const id = begun.turn.runId.replace(/^.{13}/, () => {
    const hex = then.toString(16).padStart(12, "0");
    return `${hex.slice(0, 8)}-${hex.slice(8)}`;
  });
  await pool().query("UPDATE run SET id = $2 WHERE id = $1", [begun.turn.runId, id]);
  const delta = { type: "answer.delta", offset: 0, text: "word" } as const;
  const [first, second, reads, held] = await later(() =>
    Promise.all([
      apply(),
      apply(),
      Promise.all(Array.from({ length: 30 }, () => readRun(admin, runId))),
      appendRunEvents(LEASE_OWNER, eventsOf(id, [delta])),
    ]),
  );
  // Where readers were always there, the next night does it.
  const third = await applyLater();
  const erased = [first, second, third].map((rows) => rows.run_event ?? 0);
  expect(erased.toSorted()).toEqual([0, 0, events]);
  for (const read of reads) expect([0, events]).toContain(read.events.length);
  expect([...held]).toEqual([id]);
  expect((await recorded()).map(({ action }) => action)).toEqual([
    "log.erased",
    "retention.applied",
  ]);
});

it("goes without being counted where it is large", async () => {
  await forget();
  const { runId } = await endRun();
  // As after so many events: the statistics that PostgreSQL keeps by itself.
  const known = 60_000_000;
  await pool().query("UPDATE pg_class SET reltuples = $1 WHERE relname = $2", [
    known,
    eventMonthName(NOW),
  ]);
  expect(await applyLater()).toMatchObject({ run_event: known });
  expect([await isThere(), await eventsIn(runId)]).toEqual([false, 0]);
  expect(await recorded()).toMatchObject([
    { action: "log.erased", detail: { month: MONTH, events: known, isEstimate: true } },
    { action: "retention.applied" },
  ]);
  await seal();
  expect(await checkRuns()).toMatchObject({ ok: true });
});

it("is erased again in a database that was restored", async () => {
  await forget();
  const { runId } = await endRun();
  const tombstone = {
    ...({ action: "log.erased", at: NOW.toISOString(), rule: "retention", actorId: null } as const),
    month: MONTH,
  };
  // A backup is loaded into the partitions that there are: the rows of a month that is gone lie in the default one.
  await pool().query("CREATE TABLE kept AS SELECT * FROM run_event WHERE run_id = $1", [runId]);
  expect(await eraseAgain([tombstone])).toBe(1);
  expect(await eventsIn(runId)).toBe(0);
  await pool().query("INSERT INTO run_event SELECT * FROM kept");
  expect(await isThere()).toBe(false);
  expect(await eraseAgain([tombstone])).toBe(1);
  expect(await eventsIn(runId)).toBe(0);
  expect(await eraseAgain([tombstone])).toBe(0);
  await seal();
  expect(await checkRuns()).toMatchObject({ ok: true });
});
