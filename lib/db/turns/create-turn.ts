import "server-only";
/**
 * Begins a turn in one statement, hence one transaction and one round trip: the person's message, the
 * empty answer, the run with its lease, and the stored memory that the run will need. The same statement asks whether
 * the session that the actor is believed by still holds.
 */
import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { ApprovalDecision } from "../../contracts/hop-decision.ts";
import { AppError } from "../../errors/app-error.ts";
import { db } from "../client.ts";
import { brokenConstraint, runStatement, type Statement } from "../run-statement.ts";
import { SESSION_HOLDS_SQL } from "../session-holds-sql.ts";
import { type BegunRow, type BegunTurn, toBegunTurn } from "./begun-turn.ts";
import { TURN_MEMORY_SQL } from "./turn-memory-sql.ts";

export type BeginTurn = {
  /** Null: a new conversation. */
  conversationId: string | null;
  clientMessageId: string;
  text: string;
  title: string;
  attachmentIds: string[];
  agentId: string;
  leaseOwner: string;
  leaseMs: number;
  /** The session by which the actor is believed: the statement asks whether it still is theirs. Null: somebody asked. */
  session?: string | null;
  /** The person's word on a pending question of this conversation, when that is what this turn is. */
  approval?: { id: string; decision: ApprovalDecision["decision"] };
};

export type BeginTurnResult =
  | { ok: true; turn: BegunTurn; repeated: false }
  | {
      ok: true;
      turn: Pick<BegunTurn, "conversationId" | "userMessageId" | "answerMessageId" | "runId">;
      repeated: true;
    }
  | { ok: false; reason: "not-found" | "run-active" };

/** $16 and $17: a session, and the role of whoever it is believed to belong to. */
const IS_THEIRS = `EXISTS (
  SELECT 1 FROM session s JOIN "user" u ON u.id = s.user_id
  WHERE s.token = $16 AND u.id = $2 AND u.role = $17 AND ${SESSION_HOLDS_SQL}
)`;

const BEGIN: Statement = {
  name: "begin-turn",
  text: `
WITH mine AS (
  SELECT id FROM attachment
  WHERE id = ANY($9::uuid[]) AND owner_id = $2 AND message_id IS NULL
), pending AS (
  SELECT id, agent_id, resume, course FROM approval
  WHERE id = $14::uuid AND conversation_id = $1::uuid AND status = 'pending'
), allowed AS (
  SELECT 1 WHERE (SELECT count(*) FROM mine) = cardinality($9::uuid[])
    AND ($14::uuid IS NULL OR EXISTS (SELECT 1 FROM pending))
    AND ($16::text IS NULL OR ${IS_THEIRS})
), created AS (
  INSERT INTO conversation (id, user_id, title)
  SELECT $1::uuid, $2, $3 FROM allowed WHERE $4::boolean RETURNING id
), touched AS (
  UPDATE conversation SET updated_at = now()
  WHERE id = $1::uuid AND user_id = $2 AND NOT $4::boolean AND EXISTS (SELECT 1 FROM allowed) RETURNING id
), target AS (
  SELECT id, coalesce((SELECT max(ordinal) FROM message WHERE conversation_id = $1::uuid), 0) AS last
  FROM (SELECT id FROM created UNION ALL SELECT id FROM touched) AS either
), question AS (
  INSERT INTO message (id, conversation_id, ordinal, role, content, author_id, client_message_id)
  SELECT $5::uuid, id, last + 1, 'user', $6, $2, $7::uuid FROM target
), answer AS (
  INSERT INTO message (id, conversation_id, ordinal, role, content)
  SELECT $8::uuid, id, last + 2, 'assistant', '' FROM target
), begun AS (
  INSERT INTO run (id, conversation_id, user_id, user_message_id, answer_message_id, agent_id, lease_owner, lease_until)
  SELECT $10::uuid, id, $2, $5::uuid, $8::uuid, $11, $12, now() + $13::int * interval '1 millisecond' FROM target
  RETURNING id, started_at
), attached AS (
  UPDATE attachment SET message_id = $5::uuid, conversation_id = $1::uuid
  WHERE id IN (SELECT id FROM mine) AND EXISTS (SELECT 1 FROM target)
), decided AS (
  UPDATE approval SET status = CASE WHEN id = $14::uuid THEN $15 ELSE 'expired' END, decided_at = now()
  WHERE conversation_id = (SELECT id FROM touched) AND status = 'pending'
)
SELECT begun.id AS run_id, begun.started_at,
  (SELECT json_build_object('approvalId', id, 'agentId', agent_id, 'decision', $15::text, 'resume', resume,
     'course', course) FROM pending) AS approval, ${TURN_MEMORY_SQL("$1::uuid", "$9::uuid[]")} FROM begun`,
};

/**
 * @returns the begun turn; the earlier one when this `clientMessageId` was sent before; `not-found` when the
 *   conversation or an attachment is not this actor's; `run-active` when an answer is still being written
 * @throws AppError `signed-out`, with nothing written, where there is a session to ask for and no turn: the session no
 *   longer holds, or the turn is refused. Whoever asks who it is, and calls again without one, knows which.
 */
export async function beginTurn(actor: Actor, input: BeginTurn): Promise<BeginTurnResult> {
  assertCan(actor, "chat:use");
  const isNew = input.conversationId === null;
  const ids = {
    conversationId: input.conversationId ?? randomUUID(),
    userMessageId: randomUUID(),
    answerMessageId: randomUUID(),
    runId: randomUUID(),
  };
  try {
    const [row] = await runStatement<BegunRow>(BEGIN, [
      ids.conversationId,
      actor.userId,
      input.title,
      isNew,
      ids.userMessageId,
      input.text,
      input.clientMessageId,
      ids.answerMessageId,
      input.attachmentIds,
      ids.runId,
      input.agentId,
      input.leaseOwner,
      input.leaseMs,
      input.approval?.id ?? null,
      input.approval?.decision ?? null,
      input.session ?? null,
      actor.role,
    ]);
    if (!row && input.session) throw new AppError("signed-out");
    if (!row)
      return (
        (await findSentBefore(actor, input.clientMessageId)) ?? { ok: false, reason: "not-found" }
      );
    const turn = toBegunTurn(row, {
      ...ids,
      userId: actor.userId,
      agentId: input.agentId,
      text: input.text,
    });
    return { ok: true, turn, repeated: false };
  } catch (error) {
    if (brokenConstraint(error) === null) throw error;
    return (
      (await findSentBefore(actor, input.clientMessageId)) ?? { ok: false, reason: "run-active" }
    );
  }
}

/** Looks for the turn that an earlier press of Send began. */
async function findSentBefore(
  actor: Actor,
  clientMessageId: string,
): Promise<BeginTurnResult | null> {
  const run = await db().run.findFirst({
    where: { userMessage: { authorId: actor.userId, clientMessageId } },
    orderBy: { startedAt: "desc" },
    select: { id: true, conversationId: true, userMessageId: true, answerMessageId: true },
  });
  if (!run) return null;
  const { id: runId, ...ids } = run;
  return { ok: true, turn: { runId, ...ids }, repeated: true };
}
