/**
 * Compares questions, the tree of messages and what answers cite with `run.started` and `sources.shown` in the sealed logs of
 * the runs that answered. Logs of earlier versions have no `asked`, and say nothing.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, kysely } from "../../../client.ts";
import { EDITS_FOUND_MAX } from "../../../limits.ts";
import { sha256OfText } from "../../../typed-sql.ts";
import { type Found, foundAt } from "../../found/trail-findings.ts";
import { findForgedBegins, readRunsSigned } from "../../runs/begun-runs.ts";
import { type EditedInRun, findInRuns } from "../../runs/sealed-runs.ts";

/** At most `EDITS_FOUND_MAX` of each kind, each kind in one snapshot. @param within a condition on `run.id` */
export async function findEditedQuestions(
  executor: Kysely<Database> = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const runs = startedRuns(within);
  return [
    ...(await findInRuns(executor, "question-edited", questions(runs))),
    ...(await findInRuns(executor, "message-moved", moved(runs))),
    ...(await findInRuns(executor, "sources-edited", sources(runs))),
  ];
}

/** A condition on the id of a conversation. */
type InConversation = (id: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * Messages that no run asked or answered, or only one that never ended on record, or goes on and is none of ours. By their
 * conversation.
 */
export async function findAddedMessages(
  executor: Kysely<Database> = kysely(),
  within: InConversation = () => sql`true`,
): Promise<Found[]> {
  const signed = await readRunsSigned(executor);
  const hasEarlier = signed?.earlier.rows !== 0;
  const { rows } = await sql<{
    conversation_id: string;
  }>`${added(within, hasEarlier)} LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  const forged = await findForgedBegins(executor, within(sql.ref("run.conversation_id")));
  const ids = new Set([...rows.map(({ conversation_id: id }) => id), ...forged]);
  return [...ids]
    .slice(0, EDITS_FOUND_MAX)
    .map((id) => foundAt("message-added", { name: `conversation:${id}` }));
}

/**
 * Runs whose end has a place, with what their logs say of question and answer; none whose log, or its payloads, were erased.
 * The row of a run may be gone.
 * @param within a condition on `run.id`
 */
export const startedRuns = (within: RawBuilder<unknown>) => sql`
  SELECT audit_event.place, audit_event.subject_id, run.id, started.seq, started.payload->'asked' AS asked,
    (started.payload->>'userMessageId')::uuid AS question_id,
    (started.payload->'asked'->>'answerMessageId')::uuid AS answer_id,
    (started.payload->'asked'->>'conversationId')::uuid AS conversation_id
  FROM (SELECT run_id AS id, event_id FROM run_seal) AS run
    JOIN audit_event ON audit_event.id = run.event_id AND audit_event.run_id = run.id AND audit_event.place IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT seq, payload FROM run_event
      WHERE run_event.run_id = run.id AND type = 'run.started' ORDER BY seq LIMIT 1) AS started
  WHERE started.payload ? 'asked' AND ${within}`;

/** The words, which of them were pasted, whose they are, and that they are a question's. */
const questions = (runs: RawBuilder<unknown>) => sql<EditedInRun>`
  SELECT started.place, started.id AS run_id, started.seq
  FROM (${runs}) AS started LEFT JOIN message ON message.id = started.question_id
  WHERE (message.role, message.author_id, ${sha256OfText(sql`message.content`)}, message.ending,
      message.reason, message.sources)
    IS DISTINCT FROM ('user', started.subject_id, started.asked->>'questionSha256', NULL, NULL, NULL)
    OR (started.asked ? 'pasted' AND coalesce(message.pasted, '[]') IS DISTINCT FROM started.asked->'pasted')`;

/** Where question and answer stand, and that their run says the same. Which version is shown is the person's choice. */
const moved = (runs: RawBuilder<unknown>) => sql<EditedInRun>`
  SELECT started.place, started.id AS run_id, started.seq
  FROM (${runs}) AS started
    CROSS JOIN LATERAL jsonb_to_record(started.asked->'place') AS logged(
      "parentId" uuid, "questionOrdinal" int, "questionBranch" int, "answerOrdinal" int, "answerBranch" int)
    LEFT JOIN message AS question ON question.id = started.question_id
    LEFT JOIN message AS answer ON answer.id = started.answer_id
    LEFT JOIN run AS stored ON stored.id = started.id
  WHERE (question.conversation_id, question.parent_id, question.ordinal, question.branch)
      IS DISTINCT FROM (started.conversation_id, logged."parentId", logged."questionOrdinal", logged."questionBranch")
    OR (answer.role, answer.author_id, answer.pasted, answer.conversation_id, answer.parent_id, answer.ordinal,
        answer.branch)
      IS DISTINCT FROM ('assistant', NULL, NULL, started.conversation_id, started.question_id, logged."answerOrdinal",
        logged."answerBranch")
    OR (stored.user_id, stored.conversation_id, stored.user_message_id, stored.answer_message_id)
      IS DISTINCT FROM (started.subject_id, started.conversation_id, started.question_id, started.answer_id)`;

/** Of answers that one process took to their end: a dead one leaves what it had shown in the log alone. */
const sources = (runs: RawBuilder<unknown>) => sql<EditedInRun>`
  SELECT started.place, started.id AS run_id, started.seq
  FROM (${runs}) AS started JOIN message AS answer ON answer.id = started.answer_id
    CROSS JOIN LATERAL (
      SELECT bool_or(type = 'deviation.scored') AS is_concluded, bool_or(type = 'run.taken_over') AS is_taken_over,
        bool_or(type = 'run.ended' AND payload->>'ending' = 'interrupted') AS is_interrupted,
        jsonb_agg(payload->'sources' ORDER BY seq DESC) FILTER (WHERE type = 'sources.shown')->0 AS sources
      FROM run_event
      WHERE run_event.run_id = started.id AND payload IS NOT NULL
        AND type IN ('deviation.scored', 'run.taken_over', 'run.ended', 'sources.shown')) AS logged
  WHERE logged.is_concluded AND NOT logged.is_taken_over AND NOT logged.is_interrupted
    AND answer.sources IS DISTINCT FROM logged.sources`;

/** Of a trail that began behind them, runs that ended before its first one are taken here, and compared by find-stray-rows.ts. */
const EARLIER = sql`run.started_at <= coalesce((SELECT min(at) FROM audit_event WHERE action = 'run.ended'), now())`;

const recorded = (within: InConversation, hasEarlier: boolean) => sql`
  SELECT run.user_message_id, run.answer_message_id FROM run
  WHERE ${within(sql.ref("run.conversation_id"))} AND (
    run.status = 'running'
    OR EXISTS (SELECT FROM audit_event WHERE audit_event.run_id = run.id AND action = 'run.ended')
    OR ${hasEarlier ? EARLIER : sql`false`})`;

const added = (within: InConversation, hasEarlier: boolean) => sql<{ conversation_id: string }>`
  WITH recorded AS MATERIALIZED (${recorded(within, hasEarlier)})
  SELECT DISTINCT message.conversation_id FROM message
  WHERE ${within(sql.ref("message.conversation_id"))}
    AND NOT EXISTS (SELECT FROM recorded WHERE recorded.user_message_id = message.id)
    AND NOT EXISTS (SELECT FROM recorded WHERE recorded.answer_message_id = message.id)
  ORDER BY message.conversation_id`;
