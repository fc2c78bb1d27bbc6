import "server-only";
/** Which messages are one branch of a conversation: for statements that read what belongs to a branch. */
import { type Expression, sql } from "kysely";
import { columnsOf, table } from "../typed-sql.ts";

const message = columnsOf("message", "branch");

/** Whether the message of this id is on the path that the person sees. */
export function isShown(messageId: Expression<unknown>) {
  return sql<boolean>`EXISTS (SELECT FROM ${table("message")} AS branch
    WHERE ${message("id")} = ${messageId} AND ${message("superseded_at")} IS NULL)`;
}

/** Whether the message of this id is the answer of this run, or came before it on its branch. */
export function isBefore(messageId: Expression<unknown>, runId: Expression<unknown>) {
  return sql<boolean>`${messageId} IN (
    WITH RECURSIVE before AS (
      SELECT answer.id, answer.parent_id FROM ${table("message")} AS answer
        JOIN ${table("run")} ON run.answer_message_id = answer.id WHERE run.id = ${runId}
      UNION ALL
      SELECT parent.id, parent.parent_id FROM ${table("message")} AS parent JOIN before ON parent.id = before.parent_id
    ) SELECT id FROM before)`;
}
