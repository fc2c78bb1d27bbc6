/** How one of the actor's own answers was made. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { REGISTRY } from "../../../agents/registry.ts";
import { PublicApproval } from "../../../contracts/public/conversation.ts";
import type { AnswerAccount } from "../../../contracts/public/made/answer-account.ts";
import { MADE_FROM, toAnswerAccount } from "../../../contracts/public/made/to-answer-account.ts";
import { plainQuestion } from "../../../contracts/public/person/plain-question.ts";
import { type LogEventBody, readLogBody } from "../../../contracts/run/log-event.ts";
import { AppError } from "../../../errors/app-error.ts";
import { kysely } from "../../client.ts";
import { ANSWER_ACCOUNT_EVENTS_MAX } from "../../limits.ts";
import { columnsOf } from "../../typed-sql.ts";

const event = columnsOf("log_event");
const payload = event("payload");

/** Of the types that it is made from, the events that say something of it. */
const TOLD = sql<boolean>`CASE ${event("type")}
  WHEN 'hop.started' THEN ${payload}->>'kind' = 'agent'
  WHEN 'hop.ended' THEN ${payload}->>'outcome' IN ('discarded', 'denied')
  WHEN 'execution.recorded' THEN ${payload} #>> '{execution,writes}' = 'true'
    OR ${payload} #>> '{execution,approved}' = 'true'
  WHEN 'plan.made' THEN ${payload} #>> '{plan,source}' = 'person'
  WHEN 'tool.returned' THEN ${payload}->'files' IS NOT NULL
  ELSE true END`;

/** @throws AppError `not-found` if it is not the actor's, or no run wrote it */
export async function readAnswerAccount(actor: Actor, messageId: string): Promise<AnswerAccount> {
  assertCan(actor, "chat:use");
  const run = await kysely()
    .selectFrom("run")
    .innerJoin("conversation", "conversation.id", "run.conversation_id")
    .innerJoin("message as question", "question.id", "run.user_message_id")
    .select(["run.id", "question.parent_id as answerBefore"])
    .where("run.answer_message_id", "=", messageId)
    .where("conversation.user_id", "=", actor.userId)
    .where("conversation.deleted_at", "is", null)
    .executeTakeFirst();
  if (!run) throw new AppError("not-found");
  const bodies = await readTold(run.id);
  const approvals = await kysely()
    .selectFrom("approval")
    .select(["run_id as runId", "question", "status"])
    .where(({ eb, or }) =>
      or([eb("run_id", "=", run.id), eb("answer_message_id", "=", run.answerBefore)]),
    )
    .orderBy("created_at")
    .execute();
  return toAnswerAccount({
    bodies,
    approvals: approvals.map(({ runId, question, status }) => ({
      question: plainQuestion(question),
      isFromBefore: runId !== run.id,
      status: PublicApproval.shape.status.parse(status),
    })),
    nameOf: (agentId) => REGISTRY.find(agentId)?.name ?? null,
  });
}

async function readTold(runId: string): Promise<LogEventBody[]> {
  const rows = await kysely()
    .selectFrom("log_event")
    .select(["type", "payload"])
    .where("run_id", "=", runId)
    .where("type", "in", [...MADE_FROM])
    .where(TOLD)
    .orderBy("seq")
    .limit(ANSWER_ACCOUNT_EVENTS_MAX)
    .execute();
  return rows.flatMap((row) => readLogBody(row) ?? []);
}
