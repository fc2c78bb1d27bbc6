/** The audit trail cannot be written: every read of what people wrote fails, and says why. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { admitOperator } from "../../inspector/admit-operator.ts";
import { db } from "../client.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { readConversationPart } from "./record-reads.ts";
import { readPlanLog } from "./run/read-plan-log.ts";
import { readRun } from "./run/read-run.ts";
import { readTrace } from "./run/read-trace.ts";
import { exportRuns } from "./runs/export-runs.ts";
import { listRuns } from "./runs/list-runs.ts";
import { recordRun } from "./testing/recorded-run.ts";

provideTestDatabase();

let admin: Actor;
let run: { runId: string; conversationId: string };
beforeAll(async () => {
  admin = await createPerson("admin");
  run = await recordRun(await createPerson(), { text: "a secret question" });
  await db().$executeRawUnsafe('ALTER TABLE "audit_event" RENAME TO "audit_event_away"');
});
afterAll(async () => {
  await db().$executeRawUnsafe('ALTER TABLE "audit_event_away" RENAME TO "audit_event"');
});

describe("without an audit trail", () => {
  it.each([
    ["the list", () => listRuns(admin, {})],
    ["its search", () => listRuns(admin, { q: "secret" })],
    ["the export", () => exportRuns(admin, { format: "csv" })],
    ["a run", () => readRun(admin, run.runId)],
    ["its trace", () => readTrace(admin, run.runId, null)],
    ["its plan", () => readPlanLog(admin, run.runId)],
    [
      "a conversation",
      () =>
        readConversationPart(admin, run.conversationId, { part: "context" }, async () => "read"),
    ],
  ])("%s is refused with a reason of its own", async (_name, read) => {
    await expect(read()).rejects.toMatchObject({ code: "audit-unavailable" });
  });

  it("a person without the role gets not-found, as ever", async () => {
    const person = await createPerson();
    const refused = admitOperator(person, "run:list", "/admin/runs");
    await expect(refused).rejects.toMatchObject({ code: "not-found" });
    await expect(admitOperator(null, "run:list", "/admin/runs")).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("the list of runs", () => {
  it("is on record as read and as searched, once a minute each", async () => {
    await db().$executeRawUnsafe('ALTER TABLE "audit_event_away" RENAME TO "audit_event"');
    for (const q of [undefined, undefined, "secret", "secret"]) {
      await listRuns(admin, q ? { q } : {});
    }
    const rows = await db().auditEvent.findMany({
      where: { actorId: admin.userId, target: "runs" },
    });
    expect(rows.map(({ action }) => action).toSorted()).toEqual(["runs.listed", "runs.searched"]);
    await db().$executeRawUnsafe('ALTER TABLE "audit_event" RENAME TO "audit_event_away"');
  });
});
