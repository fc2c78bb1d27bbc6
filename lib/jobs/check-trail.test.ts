/** What a full check finds is on record, and stands. */
import pg from "pg";
import { describe, expect, it } from "vitest";
import { openFindings } from "../db/audit/found/trail-findings.ts";
import { closeDatabase, db, pool } from "../db/client.ts";
import { acknowledgeFindings } from "../db/looks/acknowledge-findings.ts";
import { endRun, seal, tamper } from "../db/testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { checkRecent, type Looked } from "./check-recent.ts";
import { checkTrail } from "./check-trail.ts";
import { type Failing, tellFailures } from "./tell-failures.ts";

provideTestDatabase();

const checked = async () => {
  await checkTrail(null);
  const where = { action: "audit.checked" };
  return (await db().auditEvent.findFirstOrThrow({ where, orderBy: { at: "desc" } })).detail;
};

it("finds a role that was set by SQL, and nothing before", async () => {
  const { userId } = await createPerson();
  await seal();
  expect(await checked()).toMatchObject({ fault: null });
  await db().$executeRaw`UPDATE "user" SET role = 'admin' WHERE id = ${userId}`;
  expect(await checked()).toMatchObject({ fault: "role-edited" });
  expect(await openFindings()).toMatchObject([{ fault: "role-edited", name: `user:${userId}` }]);
});

it("tells a run whose log cannot be read, and goes on with the others", async () => {
  const { runId } = await endRun();
  const { runId: other } = await endRun();
  const files = `'{"files":[{"attachmentId":"x"}]}'`;
  const edit = `UPDATE run_event SET type = 'tool.returned', payload = ${files} WHERE run_id = '${runId}' AND seq = 1`;
  const ended = `UPDATE run SET status = 'failed' WHERE id = '${other}'`;
  await tamper([edit, ended], () => checked());
  const found = (await openFindings()).map(({ fault, runId, seq }) => ({ fault, runId, seq }));
  expect(found).toContainEqual({ fault: "event-changed", runId, seq: 1 });
  expect(found).toContainEqual({ fault: "log-unreadable", runId, seq: null });
  expect(found).toContainEqual(expect.objectContaining({ fault: "end-edited", runId: other }));
});

/** Statements of the pool wait for a lock no longer than a moment. */
async function withLocked(table: string, look: () => Promise<void>) {
  const { rows } = await pool().query("SELECT quote_ident(current_database()) AS name");
  await pool().query(`ALTER DATABASE ${rows[0].name} SET lock_timeout = '50ms'`);
  await closeDatabase();
  const locking = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await locking.connect();
  try {
    await locking.query(`BEGIN; LOCK TABLE ${table}`);
    await look();
  } finally {
    await locking.end();
    await pool().query(`ALTER DATABASE ${rows[0].name} RESET lock_timeout`);
    await closeDatabase();
  }
}

const faults = async () => (await openFindings()).map(({ fault }) => fault);
const acknowledgeAll = async () =>
  acknowledgeFindings(await createPerson("admin"), (await openFindings()).at(-1)?.id ?? "");

describe("a lock that somebody keeps", () => {
  it("is told once no check has come to an end for long, with what the others found", async () => {
    await acknowledgeAll();
    await withLocked("setting_digest", async () => {
      const failing: Failing = {};
      const pass = () => tellFailures(failing, 60_000, () => checkTrail(null));
      await expect(pass()).rejects.toThrow("lock timeout");
      expect(await faults()).not.toContain("check-failed");
      failing.failingSince = Number.NEGATIVE_INFINITY;
      const elsewhere = async () => true;
      await expect(
        tellFailures(failing, 60_000, () => checkTrail(null), elsewhere),
      ).rejects.toThrow();
      expect(await faults()).not.toContain("check-failed");
      await expect(pass()).rejects.toThrow("lock timeout");
      expect(await faults()).toContain("check-failed");
    });
  });

  it("does not keep back what a quick check finds of runs", async () => {
    const looked: Looked = {};
    const { runId } = await endRun();
    await checkRecent(looked);
    await acknowledgeAll();
    await withLocked("setting_digest", async () => {
      await db().$executeRaw`UPDATE run SET status = 'failed' WHERE id = ${runId}::uuid`;
      await expect(checkRecent(looked)).rejects.toThrow("lock timeout");
      expect(await faults()).toEqual(["end-edited"]);
      looked.failingSince = Number.NEGATIVE_INFINITY;
      await expect(checkRecent(looked)).rejects.toThrow("lock timeout");
      expect(await faults()).toEqual(["end-edited", "check-failed"]);
    });
    await checkRecent(looked);
    expect(looked.failingSince).toBeUndefined();
  });
});
