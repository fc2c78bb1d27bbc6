/** Lets the time pass of what a person asked to have erased: the column, and the row of the trail that says so, signed anew. */
import "server-only";
import { vi } from "vitest";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import { insertAuditRows, recordAudit } from "../audit/record-audit.ts";
import { toEndRows } from "../audit/record-in-statement.ts";
import { db, kysely } from "../client.ts";

/** The account's days are over. */
export async function passDaysOf(userId: string): Promise<void> {
  const eraseAt = new Date(Date.now() - 1_000);
  await db().user.update({ where: { id: userId }, data: { eraseAt } });
  await sayAnew(`user:${userId}`, "account.erasure-asked", { eraseAt: eraseAt.toISOString() });
}

/** The time for Undo is over. */
export async function passUndoOf(
  conversationId: string,
  deletedAt = new Date(Date.now() - 60_000),
) {
  await db().conversation.update({ where: { id: conversationId }, data: { deletedAt } });
  const changed = { deletedAt: deletedAt.toISOString() };
  await sayAnew(`conversation:${conversationId}`, "conversation.deleted", changed);
}

/** The run, which was the last one of its conversation, ended then, by every row that says so. Its end has no place in the trail yet. */
export async function passDaysSince(runId: string, at: Date): Promise<void> {
  const data = { status: "complete", endedAt: at };
  const { userId, conversationId } = await db().run.update({ where: { id: runId }, data });
  await db().conversation.update({ where: { id: conversationId }, data: { updatedAt: at } });
  await db().auditEvent.deleteMany({ where: { runId, action: "run.ended", place: null } });
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  const rows = toEndRows({ runId, userId }, { ending: "complete", reason: null }, undefined);
  vi.useRealTimers();
  await insertAuditRows(kysely(), JSON.parse(rows));
}

/** The newest such row about a target. It must not have its place in the trail yet. */
async function sayAnew(
  target: string,
  action: AuditEvent["action"],
  changed: object,
): Promise<void> {
  const { id, actorId, subjectId, detail } = await db().auditEvent.findFirstOrThrow({
    where: { target, action, place: null },
    orderBy: { at: "desc" },
  });
  await db().auditEvent.delete({ where: { id } });
  const by = { actorId, subjectId, target, outcome: "allowed" } as const;
  const event = { ...by, action, detail: { ...Object(detail), ...changed } } as AuditEvent;
  await recordAudit(kysely(), event, id);
}
