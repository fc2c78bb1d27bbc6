/**
 * Reasons that opened payloads. The sealed audit row is the permission, for a while: where it cannot be sealed, nothing is
 * opened.
 */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { settings } from "../../../env/settings.ts";
import { AppError } from "../../../errors/app-error.ts";
import { ownRows, type StoredRow } from "../../audit/own-rows.ts";
import { sealer } from "../../audit/seal/sealer.ts";
import { db, kysely } from "../../client.ts";
import { ROW_TIME_TOLERANCE_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { recordSealedLook, recordSealedLooks } from "../record-look.ts";
import { withAudit } from "../with-audit.ts";
import { askToOpen, needsSecondAdmin } from "./opening-requests.ts";

/**
 * Rows of this operator that permit something for a while: made not too long ago, sealed, anchored, and the application's own.
 * Call it outside of transactions: it reads on connections of its own.
 * @throws AppError `audit-unavailable`
 */
export async function readPermits(
  { userId }: Actor,
  action: "payloads.opened" | "words.searched",
): Promise<StoredRow[]> {
  const asked = kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("actor_id", "=", userId)
    .where("action", "=", action)
    .where("place", "is not", null)
    .where("at", ">", fromNow(-openMs()))
    .where("at", "<", fromNow(ROW_TIME_TOLERANCE_MS))
    .orderBy("at")
    .orderBy("id");
  const rows = await ownRows(await withAudit(() => asked.execute()));
  const own = needsSecondAdmin() ? rows.filter(isConfirmed) : rows;
  if (own.length === 0) return [];
  const last = Math.max(...own.map(({ place }) => Number(place)));
  const isAnchored = await sealer()
    .anchor(last)
    .then(
      () => true,
      () => false,
    );
  return isAnchored ? own : [];
}

/** What one admin alone opened before the setting was turned on counts no longer. */
function isConfirmed({ detail }: StoredRow): boolean {
  return typeof (Object(detail) as { requestId?: unknown }).requestId === "string";
}

/** Milliseconds that a reason counts for. */
const openMs = () => settings().PAYLOAD_OPEN_MINUTES * 60_000;

/**
 * The runs that this operator gave a reason for, not too long ago, and when each is masked again.
 * @throws AppError `audit-unavailable`
 */
export async function readOpenings(actor: Actor): Promise<Map<string, Date>> {
  const rows = await readPermits(actor, "payloads.opened");
  return new Map(
    rows.flatMap(({ run_id: runId, at }) =>
      runId === null ? [] : [[runId, new Date(at.getTime() + openMs())] as const],
    ),
  );
}

/**
 * Opens the run to this operator; where a second admin must confirm it, asks for that, and opens nothing.
 * @throws AppError `forbidden` without `payload:read`, `not-found`, `audit-unavailable`
 */
export async function openPayloads(actor: Actor, runId: string, reason: string): Promise<void> {
  assertCan(actor, "payload:read");
  const run = await findRun(runId);
  if (needsSecondAdmin()) return askToOpen(actor, { id: runId, ...run }, reason);
  const { conversationId, userId: subjectId } = run;
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

/**
 * Two rows: the look, which the person's browser can open, and the path of the value, which is hidden from the person.
 * @throws AppError `forbidden` without `field:reveal`, `not-found`, `audit-unavailable`
 */
export async function recordReveal(
  actor: Actor,
  runId: string,
  { field, reason }: { field: string; reason: string },
): Promise<void> {
  assertCan(actor, "field:reveal");
  const { conversationId, userId: subjectId } = await findRun(runId);
  const row = { actorId: actor.userId, target: `run:${runId}`, outcome: "allowed", runId } as const;
  await recordSealedLooks((record) =>
    kysely()
      .transaction()
      .execute(async (transaction) => {
        const revealed = { action: "field.revealed", detail: { conversationId, reason } } as const;
        const lookId = await record(transaction, { ...row, ...revealed, subjectId });
        const named = { action: "field.named", detail: { field, lookId } } as const;
        await record(transaction, { ...row, ...named, subjectId: null });
      }),
  );
}

async function findRun(runId: string): Promise<{ conversationId: string; userId: string }> {
  const select = { conversationId: true, userId: true };
  const run = await db().run.findUnique({ where: { id: runId }, select });
  if (!run) throw new AppError("not-found");
  return run;
}
