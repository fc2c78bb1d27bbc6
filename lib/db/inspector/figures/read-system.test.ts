/** The page of the system, on a real database. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { INSTANCE_GONE_MS } from "../../../contracts/limits.ts";
import type { LogEventBody } from "../../../contracts/run/log-event.ts";
import { db, pool } from "../../client.ts";
import { forgetInstances, keepInstanceRow } from "../../instances/keep-instance-row.ts";
import { TAKEOVERS_SHOWN_MAX } from "../../limits.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { recordRun } from "../testing/recorded-run.ts";
import { readSystem } from "./read-system.ts";

provideTestDatabase();

let admin: Actor;
beforeAll(async () => {
  admin = await createPerson("admin");
});

const LOAD = { version: "1.2.0", isDraining: false, runs: 3, streams: 2, takeovers: 1 };

/** An instance as it said last, so long ago. */
async function seen(id: string, agoMs: number, row: Partial<typeof LOAD> = {}): Promise<void> {
  await keepInstanceRow({ id, ...LOAD, ...row, memory: 5_000_000_000 }, INSTANCE_GONE_MS);
  const seenAt = new Date(Date.now() - agoMs);
  await db().instance.update({ where: { id }, data: { seenAt, startedAt: seenAt } });
}

const takenOver = (takeover: number, length = 40): LogEventBody => ({
  type: "run.taken_over",
  from: "one:a",
  to: "two:b",
  takeover,
  length,
});
const noted = (code: string): LogEventBody => ({ type: "run.noted", code, detail: "delete_user" });

describe("readSystem", () => {
  it("is for operators only, auditors too", async () => {
    const person = await createPerson();
    await expect(readSystem(person)).rejects.toMatchObject({ code: "forbidden" });
    const auditor = await createPerson("auditor");
    expect(await readSystem(auditor)).toMatchObject({ instances: [], takeovers: [] });
  });

  it("tells running instances from draining and gone ones, those that run first", async () => {
    await seen("gone", INSTANCE_GONE_MS + 1_000, { isDraining: true });
    await seen("older", 2_000);
    await seen("draining", 1_000, { isDraining: true });
    await seen("newest", 0, { version: "1.3.0" });
    await seen("of yesterday", 25 * 3_600_000);
    const { instances } = await readSystem(admin);
    expect(instances.map(({ id, state }) => [id, state])).toEqual([
      ["newest", "up"],
      ["draining", "draining"],
      ["older", "up"],
      ["gone", "gone"],
    ]);
    const load = { runs: 3, streams: 2, takeovers: 1, memoryBytes: 5_000_000_000 };
    expect(instances[0]).toMatchObject({ version: "1.3.0", ...load });
    await forgetInstances();
    expect(await db().instance.count()).toBe(instances.length);
  });

  it("lists the newest takeovers, and says which runs have a call that may have happened", async () => {
    const person = await createPerson();
    const events = [takenOver(1), takenOver(2, 90), noted("may-have-happened")];
    const unclear = await recordRun(person, { events });
    const clear = await recordRun(person, { events: [takenOver(1, 0), noted("model-cut-off")] });
    await recordRun(person, { events: [noted("may-have-happened")] });
    const { takeovers } = await readSystem(admin);
    expect(takeovers).toHaveLength(3);
    expect(takeovers.filter(({ runId }) => runId === unclear.runId)).toMatchObject([
      { seq: 2, from: "one:a", to: "two:b", takeover: 2, length: 90, mayHaveHappened: true },
      { seq: 1, takeover: 1, length: 40, mayHaveHappened: true },
    ]);
    expect(takeovers.find(({ runId }) => runId === clear.runId)).toMatchObject({
      length: 0,
      mayHaveHappened: false,
    });

    const many = Array.from({ length: TAKEOVERS_SHOWN_MAX }, (_, index) => takenOver(index + 1));
    const busy = await recordRun(person, { events: many });
    const newest = (await readSystem(admin)).takeovers;
    expect(newest).toHaveLength(TAKEOVERS_SHOWN_MAX);
    expect(newest.every(({ runId }) => runId === busy.runId)).toBe(true);
  });

  it("finds the newest takeovers, and the notes of a run, by indices of their own", async () => {
    const client = await pool().connect();
    const plan = async (statement: string) => {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${statement}`);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    try {
      // A table with few rows is scanned and sorted whole, unless that is forbidden.
      await client.query("BEGIN");
      for (const way of ["seqscan", "bitmapscan", "sort"]) {
        await client.query(`SET LOCAL enable_${way} = off`);
      }
      const newest = "SELECT run_id FROM log_event WHERE type = 'run.taken_over' ORDER BY at DESC";
      expect(await plan(newest)).toMatch(/Index Scan Backward using \w*_at_idx/);
      const notes = "SELECT seq FROM log_event WHERE run_id = gen_random_uuid() AND type =";
      expect(await plan(`${notes} 'run.noted'`)).toMatch(/using \w*_run_id_seq_idx/);
      await client.query("ROLLBACK");
    } finally {
      client.release();
    }
  });

  it("counts running runs, those without a process, and finds the oldest", async () => {
    const before = await readSystem(admin);
    expect(before.work).toMatchObject({ running: 0, expired: 0, oldest: null });
    const person = await createPerson();
    const startedAt = new Date(Date.now() - 60_000);
    const old = await recordRun(person, { status: "running", startedAt });
    await recordRun(await createPerson(), { status: "running" });
    await db().run.update({ where: { id: old.runId }, data: { leaseUntil: startedAt } });
    const from = Date.now();
    const { work, at } = await readSystem(admin);
    expect(work).toMatchObject({ running: 2, expired: 1 });
    expect(work.oldest).toEqual({ runId: old.runId, startedAt: startedAt.toISOString() });
    expect(Date.parse(at)).toBeGreaterThanOrEqual(from);
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
  });

  it("counts the audit rows without a place, and jobs where the queue has tables", async () => {
    const { work } = await readSystem(admin);
    expect(work.unsealed).toBe(await db().auditEvent.count({ where: { place: null } }));
    expect(work.jobs).toBeNull();
    await pool().query("CREATE SCHEMA pgboss; CREATE TABLE pgboss.job (state text)");
    await pool().query("INSERT INTO pgboss.job VALUES ('completed'), ('failed'), ('completed')");
    expect((await readSystem(admin)).work.jobs).toEqual([
      { state: "completed", jobs: 2 },
      { state: "failed", jobs: 1 },
    ]);
  });
});
