/** An exchange leaves memory: with its row of the trail, and what the service still has to be told. */
import "server-only";
import { type QueryExecutorProvider, sql } from "kysely";
import { recordAudit } from "../../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { withAudit } from "../../inspector/with-audit.ts";
import { UNTOLD_RUNS_MAX } from "../../limits.ts";
import { table } from "../../typed-sql.ts";
import { listRunsOfAnswer } from "../whole-answer.ts";

/**
 * For good: a correction of the verdict does not bring the exchange back, and a run that begins later remembers nothing of it, on
 * whichever branch. Neither does it remember what the answer goes on from, and what continues it: the text is one. A run that has
 * left memory before stays as it is. The rows do not say who judged: their person may read them.
 * @param transaction the one in which the verdict becomes final
 */
export async function forgetExchange(
  transaction: DatabaseTransaction,
  runId: string,
): Promise<void> {
  for (const each of await listRunsOfAnswer(transaction, runId)) await forgetRun(transaction, each);
}

async function forgetRun(transaction: DatabaseTransaction, runId: string): Promise<void> {
  const forgotten = await transaction
    .insertInto("forgotten_run")
    .columns(["run_id", "conversation_id"])
    .expression(({ selectFrom }) =>
      selectFrom("run").select(["id", "conversation_id"]).where("id", "=", runId),
    )
    .onConflict((conflict) => conflict.column("run_id").doNothing())
    .returning("conversation_id")
    .executeTakeFirst();
  if (!forgotten) return;
  const services = await listServiceIds(transaction, forgotten.conversation_id);
  // Where nobody has to be told, the row below says so.
  if (services.length === 0) await markTold(transaction, runId);
  const { user_id: subjectId } = await transaction
    .selectFrom("conversation")
    .select("user_id")
    .where("id", "=", forgotten.conversation_id)
    .executeTakeFirstOrThrow();
  const of = { actorId: null, target: `run:${runId}`, runId, subjectId } as const;
  const asked = await endQuestions(transaction, runId);
  await withAudit(async () => {
    await recordAudit(transaction, {
      ...of,
      action: "exchange.forgotten",
      outcome: "allowed",
      detail: { services: services.length },
    });
    for (const approvalId of asked) {
      const detail = { approvalId, decision: "expired" };
      await recordAudit(transaction, {
        ...of,
        action: "approval.decided",
        outcome: "allowed",
        detail,
      });
    }
  });
}

/** The answer to a question that the run asked would go on with what it knew. @returns the questions that waited */
async function endQuestions(transaction: DatabaseTransaction, runId: string): Promise<string[]> {
  const ended = await transaction
    .updateTable("approval")
    .set({ status: "expired" })
    .where("run_id", "=", runId)
    .where("status", "=", "pending")
    .returning("id")
    .execute();
  return ended.map(({ id }) => id);
}

export type Untold = { runId: string; serviceIds: string[] };

/** What the service has not confirmed yet, the oldest first. */
export async function listUntold(): Promise<Untold[]> {
  const rows = await kysely()
    .selectFrom("forgotten_run")
    .select(["run_id", "conversation_id"])
    .where("told_at", "is", null)
    .orderBy("at")
    .limit(UNTOLD_RUNS_MAX)
    .execute();
  return Promise.all(
    rows.map(async ({ run_id: runId, conversation_id: id }) => ({
      runId,
      serviceIds: await listServiceIds(kysely(), id),
    })),
  );
}

/** @returns whether it was not marked yet */
async function markTold(transaction: DatabaseTransaction, runId: string): Promise<boolean> {
  const marked = await transaction
    .updateTable("forgotten_run")
    .set({ told_at: sql<Date>`now()` })
    .where("run_id", "=", runId)
    .where("told_at", "is", null)
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

/** With its row of the trail: without that one, the check finds what is marked as told. */
export async function confirmTold(runId: string): Promise<void> {
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      if (!(await markTold(transaction, runId))) return;
      await recordAudit(transaction, {
        actorId: null,
        action: "exchange.told",
        target: `run:${runId}`,
        outcome: "allowed",
        runId,
        detail: {},
      });
    });
}

/** The conversations of the service that this one's memory and waiting calls name. */
async function listServiceIds(
  executor: QueryExecutorProvider,
  conversationId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT state->>'ums_conversation_id' AS id FROM ${table("hidden_state")}
      WHERE conversation_id = ${conversationId}::uuid AND state ? 'ums_conversation_id'
    UNION SELECT resume->>'ums_conversation_id' FROM ${table("approval")}
      WHERE conversation_id = ${conversationId}::uuid AND resume ? 'ums_conversation_id'`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
}
