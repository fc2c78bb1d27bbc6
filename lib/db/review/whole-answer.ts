/** An answer that was continued, and what continues it, are one: its text goes on in a message and by a run of its own. */
import "server-only";
import { type Expression, type QueryExecutorProvider, sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { AppError } from "../../errors/app-error.ts";
import type { DatabaseTransaction } from "../client.ts";
import { table } from "../typed-sql.ts";

type Part = { id: string; created_at: Date; continued_at: Date | null };

export type OwnAnswer = { run_id: string; conversation_id: string };

/**
 * Locks the conversation: of two tabs, the second one waits, and sees what the first one said.
 * @throws AppError `not-found` for what is no ended answer of this actor's
 */
export async function lockAnswer(
  transaction: DatabaseTransaction,
  actor: Actor,
  answerMessageId: string,
): Promise<OwnAnswer> {
  const answer = await transaction
    .selectFrom("message")
    .innerJoin("conversation", "conversation.id", "message.conversation_id")
    .innerJoin("run", "run.answer_message_id", "message.id")
    .select(["message.conversation_id", "run.id as run_id"])
    .where("message.id", "=", answerMessageId)
    .where("message.role", "=", "assistant")
    .where("message.ending", "is not", null)
    .where("conversation.user_id", "=", actor.userId)
    .where("conversation.deleted_at", "is", null)
    .forNoKeyUpdate("conversation")
    .executeTakeFirst();
  if (!answer) throw new AppError("not-found");
  return answer;
}

/** An answer's message and those that continue it. The last one is not continued, and has the whole text. */
export function partsFrom(answerMessageId: Expression<unknown>) {
  return sql<Part>`(
    WITH RECURSIVE part AS (
      SELECT id, parent_id, created_at, continued_at FROM ${table("message")} WHERE id = ${answerMessageId}
      UNION ALL
      SELECT rest.id, rest.parent_id, rest.created_at, rest.continued_at FROM ${table("message")} AS rest
        JOIN part ON rest.parent_id = part.parent_id AND rest.created_at = part.continued_at
    ) SELECT id, created_at, continued_at FROM part)`;
}

/** The runs that wrote the answer of this run: its own, those that it continues, and those that continue it. */
export async function listRunsOfAnswer(
  executor: QueryExecutorProvider,
  runId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE part AS (
      SELECT message.id, parent_id, message.created_at, continued_at FROM ${table("message")}
        JOIN ${table("run")} ON run.answer_message_id = message.id WHERE run.id = ${runId}::uuid
      UNION
      SELECT other.id, other.parent_id, other.created_at, other.continued_at FROM ${table("message")} AS other
        JOIN part ON other.parent_id = part.parent_id
          AND (other.created_at = part.continued_at OR other.continued_at = part.created_at)
    ) SELECT run.id FROM ${table("run")} JOIN part ON run.answer_message_id = part.id ORDER BY run.id`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
}
