/** A look is answered once its row is there for good. The database takes rows back without an error. */
import { Client } from "pg";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { forgetSettings } from "../../../env/settings.ts";
import { db } from "../../client.ts";
import {
  openPayloads,
  readOpenings,
  recordReveal,
} from "../../inspector/opening/payload-openings.ts";
import { recordListRead } from "../../inspector/record-reads.ts";
import { readRun } from "../../inspector/run/read-run.ts";
import { exportRuns } from "../../inspector/runs/export-runs.ts";
import { recordRun } from "../../inspector/testing/recorded-run.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";

import { openFindings } from "../found/trail-findings.ts";
import { findRemoved } from "./kept-rows.ts";
import { sealer } from "./sealer.ts";

provideTestDatabase();

let admin: Actor;
let auditor: Actor;
let runId: string;
beforeAll(async () => {
  [admin, auditor] = [await createPerson("admin"), await createPerson("auditor")];
  ({ runId } = await recordRun(await createPerson(), { text: "a secret question" }));
});

const SWALLOW = `
  CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER swallow BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION swallow()`;
const AT_COMMIT = `
  CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN DELETE FROM audit_event WHERE id = NEW.id; RETURN NULL; END';
  CREATE CONSTRAINT TRIGGER swallow AFTER INSERT ON audit_event DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION swallow()`;

afterEach(async () => {
  await db().$executeRawUnsafe("DROP FUNCTION IF EXISTS swallow CASCADE");
});

async function install(statements: string): Promise<void> {
  for (const statement of statements.split(";\n")) await db().$executeRawUnsafe(statement);
}

const LOOKS: [string, () => Promise<unknown>][] = [
  ["an opening", () => openPayloads(admin, runId, "a complaint")],
  ["a reveal", () => recordReveal(auditor, runId, { field: "event 1", reason: "a complaint" })],
  ["a run", () => readRun(admin, runId)],
  ["a list", () => recordListRead(admin, "runs.listed")],
  ["an export", () => exportRuns(admin, { format: "csv" })],
];

describe.each([
  ["takes no row", SWALLOW],
  ["deletes rows at the commit", AT_COMMIT],
])("where the database %s", (_how, statements) => {
  it.each(LOOKS)("%s is refused", async (_what, look) => {
    await install(statements);
    await expect(look()).rejects.toMatchObject({ code: "audit-unavailable" });
  });
});

it("is found where it is removed before it has its place", async () => {
  await readRun(admin, runId);
  await db().auditEvent.deleteMany({ where: { place: null, action: "run.inspected" } });
  await sealer().pass();
  await findRemoved();
  expect((await openFindings()).map(({ fault }) => fault)).toContain("row-removed");
});

describe("where somebody else holds the lock of the sealers", () => {
  it("an opening is refused after three seconds, and what waits is found", async () => {
    await using held = await holdLock();
    expect(held.isHeld).toBe(true);
    // Before the first pass that cannot seal: it notes when that was.
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() });
    await expect(openPayloads(admin, runId, "a complaint")).rejects.toMatchObject({
      code: "audit-unavailable",
    });
    await sealer().pass();
    expect((await openFindings()).map(({ fault }) => fault)).not.toContain("not-sealed");
    vi.setSystemTime(Date.now() - 600_000);
    await recordListRead(await createPerson("admin"), "runs.listed");
    vi.setSystemTime(Date.now() + 1_200_000);
    vi.advanceTimersByTime(600_000);
    await sealer().pass();
    vi.useRealTimers();
    expect((await openFindings()).map(({ fault }) => fault)).toContain("not-sealed");
  });
});

/** As `seal-trail.ts` takes it, in a session of its own. */
async function holdLock() {
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query("SELECT pg_try_advisory_lock(7303014) AS held");
  return {
    isHeld: rows[0].held,
    [Symbol.asyncDispose]: () => client.end(),
  };
}

describe("an opening", () => {
  it("is sealed when it is answered, and ends", async () => {
    await openPayloads(admin, runId, "a complaint");
    const where = { action: "payloads.opened", runId };
    const row = await db().auditEvent.findFirstOrThrow({ where, orderBy: { at: "desc" } });
    expect(row.place).not.toBeNull();
    expect((await readOpenings(admin)).has(runId)).toBe(true);
    process.env.PAYLOAD_OPEN_MINUTES = "5";
    forgetSettings();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 6 * 60_000 });
    const other = await createPerson("admin");
    await openPayloads(other, runId, "a complaint");
    vi.useRealTimers();
    expect((await readOpenings(other)).has(runId)).toBe(false);
    expect((await readOpenings(admin)).has(runId)).toBe(true);
  });

  it("is not made by a row that nobody sealed", async () => {
    const { userId } = await createPerson("admin");
    await db().$executeRaw`INSERT INTO audit_event (id, actor_id, action, target, outcome, run_id)
      VALUES (gen_random_uuid(), ${userId}, 'payloads.opened', 'run:x', 'allowed', ${runId}::uuid)`;
    expect((await readOpenings({ userId, role: "admin" })).has(runId)).toBe(false);
    await db().auditEvent.deleteMany({ where: { actorId: userId } });
  });
});
