/** Records that an operator asked a model server again what it can do, and limits how often that is possible. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { AppError } from "../../errors/app-error.ts";
import { recordAuditOnce } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { MODEL_ASKED_AGAIN_MS } from "../limits.ts";

/**
 * One row for each asking, whoever asks, on all instances together.
 * @throws AppError `forbidden` without `models:ask`, `rate-limited` where the last asking is not old enough,
 * `audit-unavailable` where it cannot be recorded
 */
export async function recordAsking(actor: Actor, connectionId: string): Promise<void> {
  assertCan(actor, "models:ask");
  const target = `model:${connectionId}`;
  const asked = {
    actorId: actor.userId,
    action: "model.asked",
    target,
    outcome: "allowed",
  } as const;
  const repetition = { withinMs: MODEL_ASKED_AGAIN_MS, sameBy: "target" } as const;
  const isWritten = await withAudit(() =>
    recordAuditOnce(kysely(), { ...asked, detail: {} }, repetition),
  );
  if (!isWritten) throw new AppError("rate-limited");
}
