/** What a turn of the service did, stored for operators: written once, read only with an audit row, forgotten in time. */
import "server-only";
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { recordAudit } from "../audit/record-audit.ts";
import { assertKept } from "../audit/seal/kept-rows.ts";
import { type Database, kysely } from "../client.ts";
import { storableJson } from "../storable-json.ts";
import { columnsOf, insertFrom, table, text, uuid } from "../typed-sql.ts";

/** Does nothing where the conversation is gone. */
export async function saveTrace(
  conversationId: string,
  runId: string,
  trace: object,
): Promise<void> {
  const id = columnsOf("ums_conversation")("id");
  const known = sql`${table("ums_conversation")} WHERE ${id} = ${uuid(conversationId)}`;
  await insertFrom(kysely(), "ums_trace", known, {
    id: uuid(randomUUID()),
    conversation_id: id,
    run_id: text(runId),
    trace: sql`${storableJson(trace)}::jsonb`,
  }).execute();
}

/** The audit row and the read share a transaction, and the row is read back. @returns the turns' traces as stored, oldest first */
export async function readTraces(conversationId: string, runId: string): Promise<unknown[]> {
  const { look, traces } = await kysely()
    .transaction()
    .execute(async (transaction) => {
      const target = `service-conversation:${conversationId}`;
      const look = await recordAudit(transaction, {
        // The key of operators names nobody: who asked is on record where the chat is.
        actorId: null,
        action: "service.trace.read",
        target,
        outcome: "allowed",
        // A caller that is not our chat may have ids of another form.
        runId: z.guid().safeParse(runId).data ?? null,
        detail: { runId },
      });
      const rows = await transaction
        .selectFrom("ums_trace")
        .select("trace")
        .where("conversation_id", "=", conversationId)
        .where("run_id", "=", runId)
        .orderBy("created_at")
        .execute();
      return { look, traces: rows.map(({ trace }) => trace) };
    });
  await assertKept([look]);
  return traces;
}

/** @param ttlDays days since the turn @returns the number of deleted traces */
export async function expireTraces(
  ttlDays: number,
  executor: Kysely<Database> = kysely(),
): Promise<number> {
  const result = await executor
    .deleteFrom("ums_trace")
    .where("created_at", "<", sql<Date>`now() - ${ttlDays}::int * interval '1 day'`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
