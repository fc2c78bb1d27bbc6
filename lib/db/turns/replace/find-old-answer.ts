/** The answer that a new one replaces, with its turn, and what was known when it was written. Reads only. */
import "server-only";
import { type Expression, sql } from "kysely";
import type { StepResult } from "../../../contracts/run/suspended-plan.ts";
import { kysely } from "../../client.ts";
import {
  type Connection,
  type Given,
  prepareStatement,
  prepareVariants,
} from "../../prepare-statement.ts";
import { columnsOf, table, text, uuid } from "../../typed-sql.ts";
import { lastBranch } from "../find-replied.ts";
import { filesOf } from "../turn-memory.ts";

/** What is done with the old answer's text: a retry begins anew, a continued answer begins with it. */
export type Replacement = "retried" | "continued";

type Values = { oldAnswerId: string; userId: string };

export type OldAnswer = NonNullable<Awaited<ReturnType<typeof findOldAnswer>>>;

/** @returns null if the answer cannot be replaced in this way, or belongs to another person */
export async function findOldAnswer(values: Values, kind: Replacement, connection: Connection) {
  const [row] = await find(kind)(values, connection);
  return row ?? null;
}

const find = prepareVariants("find-old-answer", (given: Given<Values>, kind: Replacement) =>
  kysely()
    .selectFrom("message as answer")
    .innerJoin("run", "run.answer_message_id", "answer.id")
    .innerJoin("message as question", "question.id", "run.user_message_id")
    .innerJoin("conversation", "conversation.id", "answer.conversation_id")
    .select(({ ref, selectFrom }) => [
      "answer.id",
      "answer.conversation_id",
      "answer.ordinal",
      sql<number>`(SELECT max(ordinal) FROM ${table("message")}
        WHERE conversation_id = ${sql.ref("answer.conversation_id")})`.as("last_ordinal"),
      lastBranch("answer.conversation_id", "answer.parent_id"),
      "answer.content as so_far",
      "answer.sources as so_far_sources",
      "run.agent_id as written_by",
      "run.id as run_id",
      "run.user_message_id",
      "question.content",
      "question.pasted",
      "run.mac",
      "answer.branch as answer_branch",
      "question.parent_id",
      "question.ordinal as question_ordinal",
      "question.branch as question_branch",
      "question.created_at as asked_at",
      filesOf(ref("question.id")).as("file_ids"),
      sql<boolean>`EXISTS (${selectFrom("approval")
        .select("approval.id")
        .whereRef("approval.conversation_id", "=", "answer.conversation_id")
        .where("approval.status", "in", sql<string>`('approved', 'declined')`)
        .whereRef("approval.decided_at", "=", "question.created_at")})`.as("is_decision"),
    ])
    .where("answer.id", "=", uuid(given("oldAnswerId")))
    .where("conversation.user_id", "=", text(given("userId")))
    .where("conversation.deleted_at", "is", null)
    .where("answer.superseded_at", "is", null)
    .where("answer.ending", "is not", null)
    .$if(kind === "continued", (answers) => answers.where(canBeContinued())),
);

/** It is the newest, has text and is not whole: it was or may be cut, or did not end by itself. It has not left memory. */
function canBeContinued() {
  const [answer, newer] = [columnsOf("message", "answer"), columnsOf("message", "newer")];
  const [run, forgotten] = [columnsOf("run"), columnsOf("forgotten_run", "forgotten")];
  return sql<boolean>`${answer("content")} <> ''
    AND (${answer("reason")} IN ('answer-truncated', 'answer-incomplete') OR ${answer("ending")} IN ('stopped', 'interrupted', 'failed'))
    AND NOT EXISTS (SELECT FROM ${table("forgotten_run")} AS forgotten
      WHERE ${forgotten("run_id")} = ${run("id")})
    AND NOT EXISTS (SELECT FROM ${table("message")} AS newer
      WHERE ${newer("conversation_id")} = ${answer("conversation_id")} AND ${newer("superseded_at")} IS NULL
        AND ${newer("ordinal")} > ${answer("ordinal")})`;
}

export async function readStepResults(
  runId: string,
  connection: Connection,
): Promise<readonly StepResult[]> {
  const [row] = await results({ runId }, connection);
  return row?.results ?? [];
}

const results = prepareStatement("step-results", (given: Given<{ runId: string }>) =>
  kysely().selectNoFrom(stepResults(uuid(given("runId"))).as("results")),
);

const executed = columnsOf("log_event", "executed");
const hop = columnsOf("log_event", "hop");
const start = columnsOf("log_event", "start");

/** The results that the coordinator composed the old answer out of; null where one agent answered alone. */
export function stepResults(runId: Expression<string>) {
  return sql<StepResult[] | null>`(
    SELECT json_agg(json_build_object('stepId', ${executed("payload")}->'execution'->>'planStepId',
      'agentId', ${start("payload")}->>'nodeId', 'text', ${hop("payload")}->>'result') ORDER BY ${hop("seq")})
    FROM ${table("log_event")} AS executed
    JOIN ${table("log_event")} AS hop ON ${hop("run_id")} = ${runId} AND ${hop("type")} = 'hop.ended'
      AND ${hop("payload")}->>'hopRef' = ${executed("payload")}->'execution'->>'hopRef'
    JOIN ${table("log_event")} AS start ON ${start("run_id")} = ${runId} AND ${start("type")} = 'hop.started'
      AND ${start("payload")}->>'hopRef' = ${hop("payload")}->>'hopRef'
    WHERE ${executed("run_id")} = ${runId} AND ${executed("type")} = 'execution.recorded'
      AND ${executed("payload")}->'execution'->>'type' = 'agent'
      AND ${executed("payload")}->'execution'->>'status' = 'ok'
      AND ${hop("payload")} ? 'result')`;
}
