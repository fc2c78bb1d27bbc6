/** Every writer of the trail: whom a row concerns, and how often what repeats is written. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import { db, kysely } from "../client.ts";
import { recordDenial } from "../inspector/record-reads.ts";
import { recordRun } from "../inspector/testing/recorded-run.ts";
import { DENIED_TARGETS_MAX } from "../limits.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { recordAudit, recordAuditOnce, recordConversationAudit } from "./record-audit.ts";

provideTestDatabase();

let admin: Actor;
let person: Actor;
let run: { runId: string; conversationId: string };
beforeAll(async () => {
  admin = await createPerson("admin");
  person = await createPerson();
  run = await recordRun(person, { text: "a question" });
});

const inspected = (part: string): Extract<AuditEvent, { action: "run.inspected" }> => ({
  actorId: admin.userId,
  action: "run.inspected",
  target: `run:${run.runId}`,
  outcome: "allowed",
  runId: run.runId,
  detail: { part },
});

const rowsOf = (where: object) => db().auditEvent.findMany({ where, orderBy: { at: "asc" } });

describe("an audit row", () => {
  it("about a run concerns the person who chatted", async () => {
    await recordAudit(kysely(), inspected("run"));
    const target = `run:${run.runId}`;
    expect(await rowsOf({ target, action: "run.inspected" })).toMatchObject([
      {
        actorId: admin.userId,
        subjectId: person.userId,
        runId: run.runId,
        detail: { part: "run" },
      },
    ]);
  });

  it("about a conversation concerns its person, and there is none without a conversation", async () => {
    const event = { actorId: admin.userId, action: "conversation.inspected" } as const;
    const about = (id: string) =>
      recordConversationAudit(kysely(), id, {
        ...event,
        outcome: "allowed",
        detail: { part: "context" },
      }).then((row) => row !== null);
    expect(await about(run.conversationId)).toBe(true);
    expect(await about(randomUUID())).toBe(false);
    expect(await rowsOf({ action: event.action })).toMatchObject([
      { target: `conversation:${run.conversationId}`, subjectId: person.userId, runId: null },
    ]);
  });

  it("commits with its effect, or not at all", async () => {
    const target = `run:${randomUUID()}`;
    const failed = kysely()
      .transaction()
      .execute(async (transaction) => {
        await recordAudit(transaction, { ...inspected("run"), target });
        throw new Error("the effect failed");
      });
    await expect(failed).rejects.toThrow("the effect failed");
    expect(await rowsOf({ target })).toEqual([]);
  });
});

describe("what repeats", () => {
  it("is one row for each detail, actor or target, until the time is over", async () => {
    const withinMs = 60_000;
    const target = `run:${randomUUID()}`;
    const event = (part: string) => ({ ...inspected(part), target });
    const once = (part: string, sameBy?: "detail" | "actor" | "target", actorId = admin.userId) =>
      recordAuditOnce(
        kysely(),
        { ...event(part), actorId },
        { withinMs, ...(sameBy && { sameBy }) },
      ).then((id) => id !== null);
    expect(await once("a", "detail")).toBe(true);
    expect(await once("a", "detail")).toBe(false);
    expect(await once("b", "detail")).toBe(true);
    expect(await once("c")).toBe(false);
    expect(await once("c", "target", person.userId)).toBe(false);
    expect(await once("c", "actor", person.userId)).toBe(true);
    await db().auditEvent.updateMany({ where: { target }, data: { at: new Date(0) } });
    expect(await once("a", "detail")).toBe(true);
  });

  it("is recorded for the signed-out as for one person", async () => {
    const target = `/admin/runs/${run.runId}`;
    await recordDenial(null, target);
    await recordDenial(null, target);
    expect(await rowsOf({ target })).toMatchObject([
      { actorId: null, outcome: "denied", runId: run.runId, subjectId: person.userId },
    ]);
  });

  it("cannot flood the trail from ever new addresses", async () => {
    const prober = await createPerson();
    for (let index = 0; index < DENIED_TARGETS_MAX + 5; index += 1) {
      await recordDenial(prober, `/admin/${index}`);
    }
    expect(await db().auditEvent.count({ where: { actorId: prober.userId } })).toBe(
      DENIED_TARGETS_MAX,
    );
  });
});
