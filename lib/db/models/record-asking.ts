import "server-only";
/** Records that an operator asked a model server again what it can do, and limits how often that is possible. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { AppError } from "../../errors/app-error.ts";
import { kysely } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { MODEL_ASKED_AGAIN_MS } from "../limits.ts";
import { columnsOf, table, text, uuid } from "../typed-sql.ts";

const earlier = columnsOf("audit_event", "earlier");

/**
 * One row for each asking, whoever asks, on all instances together.
 * @throws AppError `forbidden` without `models:ask`, `rate-limited` where the last asking is not old enough,
 * `audit-unavailable` where it cannot be recorded
 */
export async function recordAsking(actor: Actor, connectionId: string): Promise<void> {
  assertCan(actor, "models:ask");
  const target = `model:${connectionId}`;
  const since = new Date(Date.now() - MODEL_ASKED_AGAIN_MS);
  const written = await withAudit(() =>
    sql`
      INSERT INTO ${table("audit_event")} (id, actor_id, action, target, outcome)
      SELECT ${uuid(randomUUID())}, ${text(actor.userId)}, 'model.asked', ${text(target)}, 'allowed'
      WHERE NOT EXISTS (
        SELECT 1 FROM ${table("audit_event")} AS earlier
        WHERE ${earlier("target")} = ${target} AND ${earlier("at")} > ${since}
          AND ${earlier("action")} = 'model.asked')
      RETURNING id`.execute(kysely()),
  );
  if (written.rows.length === 0) throw new AppError("rate-limited");
}
