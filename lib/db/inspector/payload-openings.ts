/**
 * Reasons that opened payloads. The sealed audit row is the permission, for a while: where it cannot be sealed, nothing is
 * opened.
 */
import "server-only";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { settings } from "../../env/settings.ts";
import { AppError } from "../../errors/app-error.ts";
import { ownRows } from "../audit/own-rows.ts";
import { sealer } from "../audit/seal/sealer.ts";
import { type Database, db, kysely } from "../client.ts";
import { ROW_TIME_TOLERANCE_MS } from "../limits.ts";
import { fromNow, uuids } from "../typed-sql.ts";
import { recordSealedLook } from "./record-look.ts";
import { withAudit } from "./with-audit.ts";

/** Where payloads are read: in all of these runs, or in a conversation across its runs. */
export type PayloadScope = { runIds: readonly string[] } | { conversationId: string };

/** Whether this operator gave a reason for each run, or for one of the conversation, and not too long ago. */
export async function isOpened(actor: Actor, scope: PayloadScope): Promise<boolean> {
  const opened = await openedRuns(actor, scope);
  return opened.size >= ("runIds" in scope ? new Set(scope.runIds).size : 1);
}

/**
 * The runs that this operator gave a reason for, not too long ago: all of them, or those in the scope.
 * @throws AppError `audit-unavailable`
 */
export async function openedRuns(
  { userId }: Actor,
  scope?: PayloadScope,
  reader: Kysely<Database> = kysely(),
): Promise<Set<string>> {
  const openMs = settings().PAYLOAD_OPEN_MINUTES * 60_000;
  const asked = reader
    .selectFrom("audit_event")
    .selectAll()
    .where("actor_id", "=", userId)
    .where("action", "=", "payloads.opened")
    .where("place", "is not", null)
    .where("at", ">", fromNow(-openMs))
    .where("at", "<", fromNow(ROW_TIME_TOLERANCE_MS))
    .$if(scope !== undefined, (rows) => rows.where("run_id", "in", runsIn(scope)));
  const rows = await withAudit(() => asked.execute());
  const own = await ownRows(rows);
  const last = Math.max(-1, ...own.map(({ place }) => Number(place)));
  const isAnchored = await sealer()
    .anchor(last)
    .then(
      () => true,
      () => false,
    );
  return new Set(isAnchored ? own.flatMap(({ run_id: runId }) => runId ?? []) : []);
}

function runsIn(scope: PayloadScope = { runIds: [] }) {
  if ("runIds" in scope) return sql<string>`(SELECT unnest(${uuids(scope.runIds)}))`;
  const { conversationId } = scope;
  return kysely().selectFrom("run").select("id").where("conversation_id", "=", conversationId);
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
