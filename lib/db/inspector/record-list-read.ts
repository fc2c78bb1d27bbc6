import "server-only";
/** Records that an operator read the list of runs, which shows what people wrote: one row a minute and kind. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { kysely } from "../client.ts";
import { FOLLOWING_AUDITED_MS } from "../limits.ts";
import { columnsOf, table, text, uuid } from "../typed-sql.ts";
import { withAudit } from "./with-audit.ts";

const earlier = columnsOf("audit_event", "earlier");

/** @throws AppError `audit-unavailable`: then nothing may be read */
export async function recordListRead(
  { userId }: Actor,
  action: "runs.listed" | "runs.searched" | "spending.read",
): Promise<void> {
  const since = new Date(Date.now() - FOLLOWING_AUDITED_MS);
  await withAudit(() =>
    sql`
      INSERT INTO ${table("audit_event")} (id, actor_id, action, target, outcome)
      SELECT ${uuid(randomUUID())}, ${text(userId)}, ${text(action)}, 'runs', 'allowed'
      WHERE NOT EXISTS (
        SELECT 1 FROM ${table("audit_event")} AS earlier
        WHERE ${earlier("target")} = 'runs' AND ${earlier("at")} > ${since}
          AND ${earlier("actor_id")} = ${userId} AND ${earlier("action")} = ${action})`.execute(
      kysely(),
    ),
  );
}
