/** Erases the payloads of ended runs' logs. The events stay, and the logs still verify. The caller authorises. */
import "server-only";
import { sql } from "kysely";
import type { Tombstone } from "../../contracts/audit/tombstone.ts";
import { tombstoneDetail } from "../audit/anchor/write-tombstones.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { pauseSealing } from "../audit/seal/seal-trail.ts";
import type { DatabaseTransaction } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { columnsOf, table, uuids } from "../typed-sql.ts";
import type { Erasing } from "./erase-conversation-rows.ts";

const run = columnsOf("run");
const ended = columnsOf("audit_event", "ended");

/** Runs that are live, or whose end has no place in the trail yet, are left alone. */
const IS_SEALED = sql<boolean>`${run("status")} <> 'running' AND NOT EXISTS (
  SELECT 1 FROM ${table("audit_event")} AS ended
  WHERE ${ended("run_id")} = ${run("id")} AND ${ended("action")} = 'run.ended' AND ${ended("place")} IS NULL)`;

export type ErasedPayloads = { runIds: string[]; events: number; tombstones: Tombstone[] };

/** @returns the runs that had payloads. The caller writes the tombstones to their file when all else is done. */
export async function erasePayloadRows(
  transaction: DatabaseTransaction,
  asked: readonly string[],
  { rule, actorId }: Erasing,
): Promise<ErasedPayloads> {
  await pauseSealing(transaction);
  const { rows } = await sql<{ run_id: string; events: string }>`
    WITH erased AS (
      UPDATE ${table("run_event")} SET payload = NULL, salt = gen_random_uuid()
      WHERE payload IS NOT NULL AND run_id IN (
        SELECT ${run("id")} FROM ${table("run")} WHERE ${run("id")} = ANY(${uuids(asked)}) AND ${IS_SEALED})
      RETURNING run_id
    )
    SELECT run_id, count(*) AS events FROM erased GROUP BY run_id ORDER BY run_id`.execute(
    transaction,
  );
  const runIds = rows.map(({ run_id }) => run_id);
  if (runIds.length === 0) return { runIds, events: 0, tombstones: [] };
  await transaction.deleteFrom("ums_trace").where("run_id", "in", runIds).execute();
  await withAudit(() =>
    recordAudit(transaction, {
      actorId,
      action: "payloads.erased",
      target: rule,
      outcome: "allowed",
      detail: tombstoneDetail({ rule, runIds }),
    }),
  );
  const at = new Date().toISOString();
  return {
    runIds,
    events: rows.reduce((sum, { events }) => sum + Number(events), 0),
    tombstones: [{ action: "payloads.erased", at, rule, actorId, runIds }],
  };
}
