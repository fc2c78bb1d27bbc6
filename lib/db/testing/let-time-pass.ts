/** Lets the time pass of what a person asked to have erased: the column, and the row of the trail that says so, signed anew. */
import "server-only";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import { recordAudit } from "../audit/record-audit.ts";
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
