/** An answer that was continued, and what continues it, are one: its text goes on in a message and by a run of its own. */
import "server-only";
import { type Expression, type QueryExecutorProvider, sql } from "kysely";
import { table } from "../typed-sql.ts";

type Part = { id: string; created_at: Date; continued_at: Date | null };

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
