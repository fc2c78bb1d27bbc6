import "server-only";
/** Audits a read that repeats every half second: one row per minute covers all of them. */
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { FOLLOWING_AUDITED_MS } from "../limits.ts";
import { columnsOf } from "../typed-sql.ts";
import { type InspectionTransaction, recordInspection } from "./audited-read.ts";
import { withAudit } from "./with-audit.ts";

/** Writes a row, unless this operator's own row for this part of this run is younger than a minute. */
export async function recordFollowing(
  transaction: InspectionTransaction,
  actor: Actor,
  runId: string,
  part: "trace" | "transcript",
): Promise<void> {
  const detail = columnsOf("audit_event")("detail");
  const covering = await withAudit(() =>
    transaction
      .selectFrom("audit_event")
      .select("id")
      .where("at", ">", new Date(Date.now() - FOLLOWING_AUDITED_MS))
      .where("actor_id", "=", actor.userId)
      .where("action", "=", "run.inspected")
      .where("target", "=", `run:${runId}`)
      .where(sql<boolean>`${detail}->>'part' = ${part}`)
      .limit(1)
      .executeTakeFirst(),
  );
  if (!covering) await recordInspection(transaction, actor, runId, { part, afterSeq: 0 });
}
