/** The audit trail as operators read it: filters, pages, masks of nothing that is not theirs, and its own record. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { db, kysely } from "../client.ts";
import { endRun, seal } from "../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { exportAudit, listAudit } from "./list-audit.ts";

provideTestDatabase();

let admin: Actor;
let run: Awaited<ReturnType<typeof endRun>>;
beforeAll(async () => {
  admin = await createPerson("admin");
  run = await endRun();
  await recordAudit(kysely(), {
    actorId: admin.userId,
    action: "payloads.opened",
    target: `run:${run.runId}`,
    outcome: "allowed",
    subjectId: run.person.userId,
    runId: run.runId,
    detail: { conversationId: run.conversationId, reason: "A complaint about this answer" },
  });
  await seal();
});

const actions = async (query: Parameters<typeof listAudit>[1]) =>
  (await listAudit(admin, query)).events.map(({ action }) => action);

describe("the list of the trail", () => {
  it("says who opened whose payloads, when and why, and where that stands in the trail", async () => {
    const { events, sealed } = await listAudit(admin, { action: "payloads.opened" });
    expect(events).toMatchObject([
      {
        actor: { id: admin.userId, name: "Somebody" },
        person: { id: run.person.userId },
        runId: run.runId,
        reason: "A complaint about this answer",
        place: sealed - 1,
        facts: [["conversationId", run.conversationId]],
      },
    ]);
  });

  it("is filtered by actor, person, action, target, run and time", async () => {
    const target = `run:${run.runId}`;
    expect(await actions({ actor: admin.userId, action: "payloads.opened" })).toHaveLength(1);
    const { email } = await db().user.findUniqueOrThrow({ where: { id: run.person.userId } });
    expect(await actions({ person: email.slice(0, 20) })).toEqual(["payloads.opened", "run.ended"]);
    expect(await actions({ target })).toEqual(["payloads.opened", "run.ended"]);
    expect(await actions({ run: run.runId })).toEqual(["payloads.opened", "run.ended"]);
    expect(await actions({ run: randomUUID() })).toEqual([]);
    expect(await actions({ to: new Date(0).toISOString() })).toEqual([]);
    expect(await actions({ actor: "nobody of this name" })).toEqual([]);
  });

  it("opens on looks, changes and failures, failed runs among them, and shows the rest on request", async () => {
    const target = `group:${randomUUID()}`;
    const by = { actorId: null, target, outcome: "allowed" } as const;
    const rows: AuditEvent[] = [
      { ...by, action: "run.ended", detail: { status: "complete", reason: null } },
      { ...by, action: "run.ended", detail: { status: "failed", reason: "model-failed" } },
      { ...by, action: "runs.searched", detail: {} },
      { ...by, action: "runs.listed", detail: {}, outcome: "denied" },
      { ...by, action: "settings.changed", detail: { names: ["A"] } },
      { ...by, action: "person.signed-in", detail: {} },
    ];
    for (const row of rows) await recordAudit(kysely(), row);
    const told = async (query: Parameters<typeof listAudit>[1]) => {
      const { events } = await listAudit(admin, query);
      return events.flatMap((event) =>
        event.target === target ? [`${event.action} ${event.outcome}`] : [],
      );
    };
    const [failed, looked, refused, changed] = [
      "run.ended allowed",
      "runs.searched allowed",
      "runs.listed denied",
      "settings.changed allowed",
    ];
    expect((await told({})).toSorted()).toEqual([failed, refused, looked, changed]);
    expect((await told({ show: "looks" })).toSorted()).toEqual([looked]);
    expect((await told({ show: "changes" })).toSorted()).toEqual([changed]);
    expect((await told({ show: "failures" })).toSorted()).toEqual([failed, refused]);
    expect(await told({ show: "all" })).toHaveLength(rows.length);
    // Who filters means all that fits.
    expect(await told({ target })).toHaveLength(rows.length);
    expect(await told({ target, show: "looks" })).toEqual([looked]);
  });

  it("has every event once, page by page, while new ones come", async () => {
    for (let index = 0; index < 120; index += 1)
      await recordAudit(kysely(), {
        actorId: null,
        action: "settings.changed",
        target: "paged",
        outcome: "allowed",
        detail: { names: [`S${index}`] },
      });
    const seen: string[] = [];
    for (let before: string | undefined; ; ) {
      const page = await listAudit(admin, { target: "paged", ...(before && { before }) });
      seen.push(...page.events.map(({ id }) => id));
      if (page.older === null) break;
      before = page.older;
    }
    expect(new Set(seen).size).toBe(120);
    expect(seen).toHaveLength(120);
  });

  it("is on record itself, once a minute", async () => {
    const reads = await db().auditEvent.count({ where: { action: "audit.read" } });
    expect(reads).toBe(1);
  });

  it("is neither shown nor exported to people without the permission", async () => {
    const person = await createPerson("user");
    await expect(listAudit(person, {})).rejects.toMatchObject({ code: "forbidden" });
    await expect(exportAudit(person, {})).rejects.toMatchObject({ code: "forbidden" });
    expect(await db().auditEvent.count({ where: { action: "audit.exported" } })).toBe(0);
  });

  it("is not shown where that cannot be recorded", async () => {
    const auditor = await createPerson("auditor");
    await db().$executeRaw`ALTER TABLE audit_event RENAME TO audit_away`;
    try {
      await expect(listAudit(auditor, {})).rejects.toMatchObject({ code: "audit-unavailable" });
    } finally {
      await db().$executeRaw`ALTER TABLE audit_away RENAME TO audit_event`;
    }
  });
});
