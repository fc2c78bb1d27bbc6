/**
 * Compares what a run left in other tables with the events of its sealed log. Where the event of its end has digests of them,
 * find-edited-left.ts compares these instead. Of a log without them, node history, policy outcome and cost are made of the
 * events before the newest `deviation.scored`, so they are compared where the log has one, and one process worked on the run
 * to its end.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, kysely } from "../../../client.ts";
import { sha256Of, sha256OfText } from "../../../typed-sql.ts";
import type { Found } from "../../found/trail-findings.ts";
import { type EditedInRun, findInRuns, OF_SEAL } from "../../runs/sealed-runs.ts";
import { readStanding, type Standing } from "../standing-rows.ts";

/**
 * At most `EDITS_FOUND_MAX` of each kind, each kind in one snapshot. By the place of the run's end.
 * @param within a condition on `run`: which runs are compared
 */
export async function findEditedRuns(
  executor: Kysely<Database> = kysely(),
  within: Within = sql`true`,
): Promise<Found[]> {
  const stands = await readStanding(executor);
  return [
    ...(await findInRuns(executor, "end-edited", ends(within))),
    ...(await findInRuns(executor, "place-edited", places(within))),
    ...(await findInRuns(executor, "score-edited", scores(within))),
    ...(await findInRuns(executor, "figures-edited", figures(within))),
    ...(await findInRuns(executor, "hops-edited", hops(within))),
    ...(await findInRuns(executor, "approval-edited", approvals(within, stands))),
    ...(await findInRuns(executor, "file-edited", files(within))),
    ...(await findInRuns(executor, "delta-edited", deltas(within))),
  ];
}

/** A condition. */
type Within = RawBuilder<unknown>;
/** Runs whose end has a place, with what the log says of their end; none whose log, or its payloads, were erased. */
const endedRuns = (within: Within) => sql`
  SELECT audit_event.place, run.id, run.status, run.reason, run.policy_outcome, run.cost, run.model_calls, run.tool_calls,
    run.input_tokens, run.output_tokens, run.answer_message_id, run.user_id, run.user_message_id, run.conversation_id,
    audit_event.subject_id, ended.seq, ended.payload ? 'left' AS has_digests,
    ended.payload->>'ending' AS ending, ended.payload->>'reason' AS why
  FROM run_seal
    JOIN audit_event ON ${OF_SEAL}
    JOIN run ON run.id = run_seal.run_id
    CROSS JOIN LATERAL (
      SELECT seq, payload FROM run_event
      WHERE run_event.run_id = run_seal.run_id AND type = 'run.ended' AND payload IS NOT NULL
      ORDER BY seq DESC LIMIT 1) AS ended
  WHERE ${within}`;

/** Those whose turn was concluded by the process that began it, with the event behind which nothing counts. */
const concludedRuns = (within: Within) => sql`
  SELECT ended.*, scored.seq AS scored_seq, (scored.payload->>'score')::float8 AS score
  FROM (${endedRuns(within)}) AS ended CROSS JOIN LATERAL (
    SELECT seq, payload FROM run_event
    WHERE run_event.run_id = ended.id AND type = 'deviation.scored' AND payload IS NOT NULL
    ORDER BY seq DESC LIMIT 1) AS scored
  WHERE NOT ended.has_digests AND ended.ending <> 'interrupted'
    AND NOT EXISTS (SELECT FROM run_event WHERE run_event.run_id = ended.id AND type = 'run.taken_over')`;

/** The status and the reason of a run, and of its answer. */
const ends = (within: Within) => sql<EditedInRun>`
  SELECT ended.place, ended.id AS run_id, ended.seq
  FROM (${endedRuns(within)}) AS ended JOIN message ON message.id = ended.answer_message_id
  WHERE (ended.status, ended.reason) IS DISTINCT FROM (ended.ending, ended.why)
    OR (message.ending, message.reason) IS DISTINCT FROM (ended.ending, ended.why)`;

/** Whose run it is, in which conversation, and between which messages. Older logs name the question alone. */
const places = (within: Within) => sql<EditedInRun>`
  SELECT ended.place, ended.id AS run_id, coalesce(started.seq, ended.seq) AS seq
  FROM (${endedRuns(within)}) AS ended LEFT JOIN LATERAL (
    SELECT seq, payload->>'userMessageId' AS question, payload->'asked'->>'answerMessageId' AS answer,
      payload->'asked'->>'conversationId' AS conversation
    FROM run_event WHERE run_event.run_id = ended.id AND type = 'run.started' ORDER BY seq LIMIT 1) AS started ON true
  WHERE ended.user_id <> ended.subject_id
    OR ended.user_message_id::text <> started.question
    OR ended.answer_message_id::text <> started.answer
    OR ended.conversation_id::text <> started.conversation`;

const scores = (within: Within) => sql<EditedInRun>`
  SELECT concluded.place, concluded.id AS run_id, concluded.scored_seq AS seq
  FROM (${concludedRuns(within)}) AS concluded JOIN run_score ON run_score.run_id = concluded.id
  WHERE run_score.deviation IS DISTINCT FROM concluded.score`;

/**
 * The counts only of whole answers: a call that was cut is counted as far as its process knew. A sum of costs
 * depends on their order in its last digits.
 */
const figures = (within: Within) => sql<EditedInRun>`
  SELECT concluded.place, concluded.id AS run_id, concluded.seq
  FROM (${concludedRuns(within)}) AS concluded CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE type = 'model.called') AS model_calls,
      count(*) FILTER (WHERE type = 'tool.called') AS tool_calls,
      coalesce(sum((payload->>'inputTokens')::bigint) FILTER (WHERE type = 'model.answered'), 0) AS input_tokens,
      coalesce(sum((payload->>'outputTokens')::bigint) FILTER (WHERE type = 'model.answered'), 0) AS output_tokens,
      sum((payload->>'cost')::float8) FILTER (WHERE type = 'model.answered') AS cost,
      max(array_position(ARRAY['allow', 'would_deny', 'needs_approval', 'deny'], payload->'decision'->>'outcome'))
        FILTER (WHERE type = 'policy.decided') AS severity
    FROM run_event WHERE run_event.run_id = concluded.id AND run_event.seq < concluded.scored_seq) AS logged
  WHERE concluded.policy_outcome IS DISTINCT FROM
      (ARRAY['allow', 'would_deny', 'needs_approval', 'deny'])[logged.severity]
    OR (concluded.cost IS NULL) <> (logged.cost IS NULL)
    OR abs(concluded.cost - logged.cost) > 1e-9 * greatest(abs(logged.cost), 1)
    OR (concluded.ending = 'complete'
      AND (concluded.model_calls, concluded.tool_calls, concluded.input_tokens, concluded.output_tokens)
        IS DISTINCT FROM (logged.model_calls, logged.tool_calls, logged.input_tokens, logged.output_tokens))`;

/** As lib/db/runs/node-history.ts makes them, but for digests of text and the time of the start. */
const hops = (within: Within) => sql<EditedInRun>`
  SELECT concluded.place, concluded.id AS run_id, concluded.seq
  FROM (${concludedRuns(within)}) AS concluded CROSS JOIN LATERAL (
    SELECT FROM (
      SELECT DISTINCT ON (hop_ref) hop_ref, seq, payload->>'parentRef' AS parent_ref, payload->>'kind' AS kind,
        payload->>'nodeId' AS node_id
      FROM run_event AS begun
      WHERE begun.run_id = concluded.id AND type = 'hop.started' AND seq < concluded.scored_seq
      ORDER BY hop_ref, seq DESC) AS begun
    LEFT JOIN LATERAL (
      SELECT payload->>'outcome' AS outcome, (payload->>'durationMs')::float8 AS duration_ms FROM run_event AS ended
      WHERE ended.run_id = concluded.id AND type = 'hop.ended' AND ended.hop_ref = begun.hop_ref
        AND ended.seq > begun.seq AND ended.seq < concluded.scored_seq
      ORDER BY seq DESC LIMIT 1) AS ended ON true
    LEFT JOIN LATERAL (
      SELECT payload->>'model' AS model FROM run_event AS answered
      WHERE answered.run_id = concluded.id AND type = 'model.answered' AND answered.hop_ref = begun.hop_ref
        AND answered.seq > begun.seq AND answered.seq < concluded.scored_seq
      ORDER BY seq DESC LIMIT 1) AS answered ON true
    FULL JOIN (SELECT * FROM node_history WHERE node_history.run_id = concluded.id) AS node
      ON node.hop_ref = begun.hop_ref
    WHERE (node.hop_ref, node.parent_ref, node.kind, node.node_id, node.model, node.outcome, node.duration_ms)
      IS DISTINCT FROM (begun.hop_ref, begun.parent_ref, begun.kind, begun.node_id, answered.model,
        coalesce(ended.outcome, 'stopped'), coalesce(ended.duration_ms, 0))
    LIMIT 1) AS edited`;

/**
 * The question must match the log; the decision, or its absence, must match the trail. Retention expires undecided approvals
 * and erases what their runs would resume with.
 */
const approvals = (within: Within, stands: Standing) => sql<EditedInRun>`
  SELECT ended.place, ended.id AS run_id, coalesce(asked.seq, ended.seq) AS seq
  FROM (${endedRuns(within)}) AS ended JOIN approval ON approval.run_id = ended.id
    LEFT JOIN LATERAL (
      SELECT seq, payload->>'question' AS question, payload->>'tool' AS tool FROM run_event
      WHERE run_event.run_id = ended.id AND type = 'approval.requested'
        AND payload->>'approvalId' = approval.id::text
      ORDER BY seq DESC LIMIT 1) AS asked ON true
    LEFT JOIN LATERAL (
      SELECT detail->>'decision' AS decision, detail->>'changed' AS changed, detail = '{}' AS is_blank FROM audit_event
      WHERE action = 'approval.decided' AND audit_event.run_id = ended.id
        AND (detail = '{}' OR detail->>'approvalId' = approval.id::text) AND ${stands("audit_event")}
      ORDER BY detail = '{}' LIMIT 1) AS decided ON true
  WHERE (approval.conversation_id, approval.answer_message_id) <> (ended.conversation_id, ended.answer_message_id)
    OR (NOT ended.has_digests AND (approval.question, approval.tool) IS DISTINCT FROM (asked.question, asked.tool))
    OR (decided.is_blank IS NOT TRUE AND ${sha256OfText(sql`approval.changed`)} IS DISTINCT FROM decided.changed
      -- Retention wipes both, and find-edited-left.ts asks whether it can have wiped the one.
      AND NOT (approval.changed IS NULL AND approval.resume = '{}'))
    OR (decided.is_blank IS NOT TRUE AND approval.status <> coalesce(decided.decision, 'pending')
      AND NOT (decided.decision IS NULL AND approval.status = 'expired' AND approval.resume = '{}' AND EXISTS (
        SELECT FROM audit_event AS pass
        WHERE pass.action = 'retention.applied' AND pass.at > approval.created_at
          AND (pass.detail->'rows'->>'approval')::bigint > 0)))`;

/** Files that tools made. Those that a person has deleted are gone. */
const files = (within: Within) => sql<EditedInRun>`
  SELECT ended.place, ended.id AS run_id, returned.seq
  FROM (${endedRuns(within)}) AS ended
    JOIN run_event AS returned ON returned.run_id = ended.id AND returned.type = 'tool.returned'
      AND jsonb_typeof(returned.payload->'files') = 'array'
    CROSS JOIN LATERAL jsonb_to_recordset(returned.payload->'files')
      AS file("attachmentId" uuid, "name" text, "mediaType" text, "bytes" int, "sha256" text)
    JOIN attachment ON attachment.id = file."attachmentId"
  WHERE (attachment.name, attachment.media_type, attachment.size_bytes, attachment.sha256,
      ${sha256Of(sql`attachment.data`)})
    IS DISTINCT FROM (file."name", file."mediaType", file."bytes", file."sha256", file."sha256")`;

/** Each has its event. A person's correction belongs to no run, and older logs have digests alone. */
const deltas = (within: Within) => sql<EditedInRun>`
  SELECT ended.place, ended.id AS run_id, ended.seq
  FROM (${endedRuns(within)}) AS ended JOIN context_delta AS kept
      ON kept.conversation_id = ended.conversation_id AND kept.run_id = ended.id
  WHERE NOT ended.has_digests AND NOT EXISTS (
    SELECT FROM run_event AS changed
    WHERE changed.run_id = ended.id AND changed.type = 'context.changed'
      AND (changed.payload->>'agentId', changed.hop_ref, changed.payload->>'beforeSha256', changed.payload->>'afterSha256')
        IS NOT DISTINCT FROM (kept.agent_id, kept.hop_ref, kept.before_sha256, kept.after_sha256)
      AND (NOT changed.payload ? 'change' OR (
        changed.payload->'change'->>'origin' = kept.origin
        AND changed.payload->'change'->'delta' = kept.delta AND changed.payload->'change'->'patch' = kept.patch)))`;
