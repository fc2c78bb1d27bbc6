import "server-only";
/** Tries a turn again: the newest answer is hidden, a new empty one and its run begin. One statement. */
import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { brokenConstraint, runStatement, type Statement } from "../run-statement.ts";
import { type BegunRow, type BegunTurn, toBegunTurn } from "./begun-turn.ts";
import { TURN_MEMORY_SQL } from "./turn-memory-sql.ts";

export type BeginRetry = {
  answerMessageId: string;
  agentId: string;
  leaseOwner: string;
  leaseMs: number;
};

export type BeginRetryResult =
  | { ok: true; turn: BegunTurn; replacedRunId: string }
  | { ok: false; reason: "not-retryable" | "run-active" };

/**
 * `given` is what the person decided by this very message: the two were written in one transaction, at one time. A
 * process that ended before its log was stored may have begun the call; an orderly end says whether it did. `done` is
 * what the step that had asked came to before, where the rest of its plan is tried again: it is not taken twice.
 */
const RETRY: Statement = {
  name: "begin-retry",
  text: `
WITH old AS (
  SELECT a.id, a.conversation_id, a.ordinal, r.id AS run_id, r.user_message_id, q.content, q.created_at AS asked_at,
    ARRAY(SELECT f.id FROM attachment f WHERE f.message_id = q.id) AS file_ids
  FROM message a
  JOIN run r ON r.answer_message_id = a.id
  JOIN message q ON q.id = r.user_message_id
  JOIN conversation c ON c.id = a.conversation_id
  WHERE a.id = $1::uuid AND c.user_id = $2 AND a.superseded_at IS NULL AND a.ending IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM message n WHERE n.conversation_id = a.conversation_id AND n.ordinal > a.ordinal)
  FOR UPDATE OF a
), hidden AS (
  UPDATE message SET superseded_at = now() WHERE id = (SELECT id FROM old)
), answer AS (
  INSERT INTO message (id, conversation_id, ordinal, role, content)
  SELECT $3::uuid, conversation_id, ordinal + 1, 'assistant', '' FROM old
), touched AS (
  UPDATE conversation SET updated_at = now() WHERE id = (SELECT conversation_id FROM old)
), withdrawn AS (
  UPDATE approval SET status = 'expired', decided_at = now()
  WHERE answer_message_id = (SELECT id FROM old) AND status = 'pending'
), given AS (
  SELECT p.id, p.agent_id, p.status, p.resume, p.course FROM approval p, old
  WHERE p.conversation_id = old.conversation_id AND p.status IN ('approved', 'declined')
    AND p.decided_at = old.asked_at
), tries AS (
  SELECT r.id, r.status FROM run r, old WHERE r.user_message_id = old.user_message_id
), calls AS (
  SELECT e.type, e.payload FROM run_event e, given
  WHERE e.run_id IN (SELECT id FROM tries) AND e.type IN ('tool.called', 'tool.returned')
    AND e.payload->>'toolCallId' = given.resume->>'id'
), done AS (
  SELECT h.payload->>'result' AS result FROM run_event x, run_event h, given
  WHERE given.course IS NOT NULL AND x.run_id IN (SELECT id FROM tries) AND x.type = 'execution.recorded'
    AND x.payload->'execution'->>'type' = 'agent' AND x.payload->'execution'->>'status' = 'ok'
    AND x.payload->'execution'->>'planStepId' = given.course->'steps'->0->>'id'
    AND h.run_id = x.run_id AND h.type = 'hop.ended' AND h.payload->>'hopRef' = x.payload->>'hopRef'
    AND NOT EXISTS (SELECT 1 FROM approval a WHERE a.run_id = x.run_id)
  ORDER BY h.at LIMIT 1
), begun AS (
  INSERT INTO run (id, conversation_id, user_id, user_message_id, answer_message_id, agent_id, lease_owner, lease_until)
  SELECT $4::uuid, conversation_id, $2, user_message_id, $3::uuid, $5, $6, now() + $7::int * interval '1 millisecond'
  FROM old RETURNING id, started_at
)
SELECT begun.id AS run_id, begun.started_at, old.conversation_id, old.user_message_id, old.content,
  old.run_id AS replaced_run_id, (
    SELECT json_build_object('approvalId', id, 'agentId', agent_id, 'decision', status, 'resume', resume, 'ran',
      CASE WHEN EXISTS (SELECT 1 FROM calls) OR EXISTS (SELECT 1 FROM tries WHERE status = 'interrupted')
      THEN json_build_object('result', (SELECT payload->>'result' FROM calls
        WHERE type = 'tool.returned' AND payload->>'outcome' <> 'stopped' LIMIT 1)) END,
      'course', course, 'answered', (SELECT result FROM done))
    FROM given) AS approval, ${TURN_MEMORY_SQL("old.conversation_id", "old.file_ids")}
FROM begun, old`,
};

type RetryRow = BegunRow & {
  conversation_id: string;
  user_message_id: string;
  content: string;
  replaced_run_id: string;
};

/** @returns the begun turn; `not-retryable` unless the answer is this actor's newest and its run is over */
export async function beginRetry(actor: Actor, input: BeginRetry): Promise<BeginRetryResult> {
  assertCan(actor, "chat:use");
  const { agentId } = input;
  const answerMessageId = randomUUID();
  try {
    const [row] = await runStatement<RetryRow>(RETRY, [
      input.answerMessageId,
      actor.userId,
      answerMessageId,
      randomUUID(),
      agentId,
      input.leaseOwner,
      input.leaseMs,
    ]);
    if (!row) return { ok: false, reason: "not-retryable" };
    const known = {
      conversationId: row.conversation_id,
      userMessageId: row.user_message_id,
      answerMessageId,
      runId: row.run_id,
      userId: actor.userId,
      agentId,
      text: row.content,
    };
    return { ok: true, turn: toBegunTurn(row, known), replacedRunId: row.replaced_run_id };
  } catch (error) {
    if (brokenConstraint(error) === null) throw error;
    return { ok: false, reason: "run-active" };
  }
}
