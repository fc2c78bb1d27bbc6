/** What a full check finds is on record, and stands. */
import { expect, it } from "vitest";
import { openFindings } from "../db/audit/found/trail-findings.ts";
import { db } from "../db/client.ts";
import { endRun, seal, tamper } from "../db/testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { checkTrail } from "./check-trail.ts";

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

it("tells the place of an edit also where a later part of the check fails on it", async () => {
  const { runId } = await endRun();
  const files = `'{"files":[{"attachmentId":"x"}]}'`;
  const edit = `UPDATE run_event SET type = 'tool.returned', payload = ${files} WHERE run_id = '${runId}' AND seq = 1`;
  await tamper([edit], () => expect(checkTrail(null)).rejects.toThrow("uuid"));
  const found = (await openFindings()).map(({ fault, runId, seq }) => ({ fault, runId, seq }));
  expect(found).toContainEqual({ fault: "event-changed", runId, seq: 1 });
  expect(found).toContainEqual({ fault: "check-failed", runId: null, seq: null });
});
