/**
 * Reasons that opened payloads. The sealed audit row is the permission, for a while: where it cannot be sealed, nothing is
 * opened.
 */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { settings } from "../../env/settings.ts";
import { AppError } from "../../errors/app-error.ts";
import { db, kysely } from "../client.ts";
import { fromNow, table } from "../typed-sql.ts";
import { recordSealedLook } from "./record-look.ts";

/** Where payloads are read: in all of these runs, or in a conversation across its runs. */
export type PayloadScope = { runIds: readonly string[] } | { conversationId: string };

/** Whether this operator gave a reason for each run, or for one of the conversation, and not too long ago. */
export async function isOpened({ userId }: Actor, scope: PayloadScope): Promise<boolean> {
  const rows = sql`${table("audit_event")} AS opened`;
  const openMs = settings().PAYLOAD_OPEN_MINUTES * 60_000;
  const mine = sql`opened.actor_id = ${userId} AND opened.action = 'payloads.opened'
    AND opened.place IS NOT NULL AND opened.at > ${fromNow(-openMs)}`;
  const found =
    "runIds" in scope
      ? sql<{ count: number }>`
          SELECT count(DISTINCT opened.run_id)::int AS count FROM ${rows}
          WHERE ${mine} AND opened.run_id = ANY(${[...scope.runIds]}::uuid[])`
      : sql<{ count: number }>`
          SELECT count(*)::int AS count FROM ${rows}
          WHERE ${mine} AND opened.run_id IN (SELECT id FROM ${table("run")} WHERE conversation_id = ${scope.conversationId}::uuid)`;
  const { rows: counts } = await found.execute(kysely());
  const wanted = "runIds" in scope ? new Set(scope.runIds).size : 1;
  return (counts[0]?.count ?? 0) >= wanted;
}

/** @throws AppError `forbidden` without `payload:read`, `not-found`, `audit-unavailable` */
export async function openPayloads(actor: Actor, runId: string, reason: string): Promise<void> {
  assertCan(actor, "payload:read");
  const { conversationId, userId: subjectId } = await findRun(runId);
  await recordSealedLook({
    actorId: actor.userId,
    action: "payloads.opened",
    target: `run:${runId}`,
    outcome: "allowed",
    subjectId,
    runId,
    detail: { conversationId, reason },
  });
}

/** @throws AppError `forbidden` without `field:reveal`, `not-found`, `audit-unavailable` */
export async function recordReveal(
  actor: Actor,
  runId: string,
  { field, reason }: { field: string; reason: string },
): Promise<void> {
  assertCan(actor, "field:reveal");
  const { conversationId, userId: subjectId } = await findRun(runId);
  await recordSealedLook({
    actorId: actor.userId,
    action: "field.revealed",
    target: `run:${runId}`,
    outcome: "allowed",
    subjectId,
    runId,
    detail: { conversationId, field, reason },
  });
}

async function findRun(runId: string): Promise<{ conversationId: string; userId: string }> {
  const select = { conversationId: true, userId: true };
  const run = await db().run.findUnique({ where: { id: runId }, select });
  if (!run) throw new AppError("not-found");
  return run;
}
