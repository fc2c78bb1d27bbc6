/** Which messages are one branch of a conversation: for statements that read what belongs to a branch. */
import "server-only";
import { type Expression, sql } from "kysely";
import { columnsOf, table, uuid } from "../typed-sql.ts";

const message = columnsOf("message", "branch");

/** Whether the message of this id is on the path that the person sees. */
function isShown(messageId: Expression<unknown>) {
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

/**
 * Whether the message of this id is on the branch of this run: up to its answer, and behind it the path that was shown
 * last. An answer that was continued is one with what continues it.
 */
function isOnBranch(messageId: Expression<unknown>, runId: Expression<unknown>) {
  return sql<boolean>`${messageId} IN (
    WITH RECURSIVE whole AS (
      SELECT answer.id, answer.parent_id, answer.continued_at FROM ${table("message")} AS answer
        JOIN ${table("run")} ON run.answer_message_id = answer.id WHERE run.id = ${runId}
      UNION ALL
      SELECT rest.id, rest.parent_id, rest.continued_at FROM ${table("message")} AS rest
        JOIN whole ON rest.parent_id = whole.parent_id AND rest.created_at = whole.continued_at
    ), before AS (
      SELECT id, parent_id FROM whole
      UNION
      SELECT parent.id, parent.parent_id FROM ${table("message")} AS parent JOIN before ON parent.id = before.parent_id
    ), behind AS (
      SELECT id FROM whole WHERE continued_at IS NULL
      UNION ALL
      SELECT next.id FROM behind CROSS JOIN LATERAL (
        SELECT child.id FROM ${table("message")} AS child
        WHERE child.parent_id = behind.id AND child.continued_at IS NULL
        ORDER BY child.superseded_at DESC NULLS FIRST, child.branch DESC LIMIT 1) AS next
    ) SELECT id FROM before UNION SELECT id FROM behind)`;
}

/** As `isOnBranch`; without a run, whether it is on the path that the person sees. */
export function isOnBranchOr(messageId: Expression<unknown>, runId: string | null) {
  return runId === null ? isShown(messageId) : isOnBranch(messageId, uuid(runId));
}

/** The runs that the message of this id is the question or the answer of. */
export function runIdsOf(messageId: Expression<unknown>) {
  return sql<string[]>`ARRAY(SELECT run.id::text FROM ${table("run")}
    WHERE run.user_message_id = ${messageId} OR run.answer_message_id = ${messageId})`;
}
