/** Reads a run with its person, conversation and figures as one row. An active run's figures come from the log. */
import "server-only";
import { type InferResult, type Kysely, type RawBuilder, sql } from "kysely";
import {
  type InspectedRun,
  RUN_FINDINGS,
  type RunFinding,
  RunStatus,
} from "../../../contracts/inspector/run/inspected-run.ts";
import { firstLine } from "../../../contracts/public/first-line.ts";
import { Verdict } from "../../../contracts/public/person/answer-feedback.ts";
import { ApprovalState, PolicyOutcome } from "../../../contracts/run/hop-decision.ts";
import { CostNote } from "../../../contracts/run/run-spending.ts";
import type { Database } from "../../client.ts";
import { RUN_QUESTION_MAX_CHARS } from "../../limits.ts";
import { columnsOf, table } from "../../typed-sql.ts";
import { isSaidTo, type SaidScope } from "../opening/reviews.ts";
import { hasLogGap } from "./log-gap.ts";
import { costOf } from "./run-cost.ts";

/** In the order of their severity. */
const FINDINGS = Object.keys(RUN_FINDINGS) as RunFinding[];

const BLANKS = " \t\r\n";

const run = columnsOf("run");
const approval = columnsOf("approval");
const event = columnsOf("log_event", "e");

export type RunRow = InferResult<ReturnType<typeof selectRunRows>>[number];

/**
 * @param reader where the rows are read: the database, or a transaction
 * @param places a table, or SQL in parentheses, of `id` and `sort_key`
 */
export function selectRunRows(reader: Kysely<Database>, places: RawBuilder<unknown>) {
  const place = sql<{ id: string; sort_key: number | Date }>`${places}`.as<"places">(sql`places`);
  return reader
    .selectFrom(place)
    .innerJoin("run", "run.id", "places.id")
    .innerJoin("user", "user.id", "run.user_id")
    .innerJoin("conversation", "conversation.id", "run.conversation_id")
    .innerJoin("message as asked", "asked.id", "run.user_message_id")
    .leftJoin("run_score", "run_score.run_id", "run.id")
    .leftJoin("feedback", "feedback.answer_message_id", "run.answer_message_id")
    .leftJoin(loggedFigures(), (join) => join.on(run("model_calls"), "=", 0))
    .select(({ ref, fn }) => [
      ...(["run.id", "run.user_id", "user.name as user_name", "user.email as user_email"] as const),
      ...(["run.conversation_id", "conversation.title", "run.agent_id", "run.status"] as const),
      ...(["run.reason", "run.started_at", "run.ended_at", "run.policy_outcome"] as const),
      ...(["run_score.deviation", "places.sort_key"] as const),
      ...(["feedback.verdict", "feedback.words"] as const),
      sql<string>`left(split_part(ltrim(${ref("asked.content")}, ${BLANKS}), ${"\n"}, 1),
        ${RUN_QUESTION_MAX_CHARS + 1}::int)`.as("question"),
      fn.coalesce("run.model", "logged.model").as("model"),
      sql<number>`greatest(0, round(extract(epoch FROM
        coalesce(${run("ended_at")}, now()) - ${run("started_at")}) * 1000))::float8`.as(
        "duration_ms",
      ),
      sql<number>`coalesce(logged.rounds, ${run("rounds")})::int`.as("rounds"),
      sql<number>`coalesce(logged.model_calls, ${run("model_calls")})::int`.as("model_calls"),
      sql<number>`coalesce(logged.tool_calls, ${run("tool_calls")})::int`.as("tool_calls"),
      sql<number>`coalesce(logged.input_tokens, ${run("input_tokens")})::int`.as("input_tokens"),
      sql<number>`coalesce(logged.output_tokens, ${run("output_tokens")})::int`.as("output_tokens"),
      sql<string[]>`coalesce(logged.agents, ARRAY(SELECT DISTINCT substr(tag, 7)
        FROM unnest(${run("tags")}) AS tag WHERE tag LIKE 'agent:%' ORDER BY 1))`.as("agents"),
      ref("run.tags").as("tags"),
      sql<number | null>`coalesce(${costOf()}, logged.cost)`.as("cost"),
      ref("run.cost_note").as("cost_note"),
      // The one that is open, else the newest.
      sql<string | null>`(SELECT ${approval("status")} FROM ${table("approval")}
        WHERE ${approval("run_id")} = ${run("id")}
        ORDER BY ${approval("status")} = 'pending' DESC, ${approval("created_at")} DESC LIMIT 1)`.as(
        "approval",
      ),
      hasLogGap().as("log_gap"),
    ]);
}

/** Figures of an active run, computed from its log. */
function loggedFigures() {
  return sql<{ model: string | null; cost: number | null }>`LATERAL (
    SELECT count(*) FILTER (WHERE ${event("type")} = 'model.called'
        AND ${event("payload")} #>> '{manifest,agentId}' <> 'coordinator') AS rounds,
      count(*) FILTER (WHERE ${event("type")} = 'model.called') AS model_calls,
      count(*) FILTER (WHERE ${event("type")} = 'tool.called') AS tool_calls,
      sum(${figure("inputTokens")}) AS input_tokens,
      sum(${figure("outputTokens")}) AS output_tokens,
      max(${event("payload")}->>'model') AS model,
      sum((${event("payload")}->>'cost')::float8) AS cost,
      coalesce(array_agg(DISTINCT ${event("payload")}->>'nodeId' ORDER BY ${event("payload")}->>'nodeId')
        FILTER (WHERE ${event("type")} = 'hop.started' AND ${event("payload")}->>'kind' = 'agent'), '{}') AS agents
    FROM ${table("log_event")} AS e
    WHERE ${run("model_calls")} = 0 AND ${event("run_id")} = ${run("id")}
      AND ${event("type")} IN ('hop.started', 'model.called', 'model.answered', 'tool.called')
  )`.as<"logged">(sql`logged`);
}

/** A number in an event's payload; 0 if it is no number. */
function figure(name: string) {
  return sql<number>`CASE WHEN jsonb_typeof(${event("payload")}->${name}::text) = 'number'
    THEN (${event("payload")}->>${name}::text)::float8 ELSE 0 END`;
}

/** @param said the runs whose question the operator may read */
export function toInspectedRun(row: RunRow, said: SaidScope): InspectedRun {
  return maskRun(toWholeRun(row), said);
}

export function maskRun(run: InspectedRun, said: SaidScope): InspectedRun {
  if (isSaidTo(said, [run.id])) return run;
  const feedback = run.feedback && { ...run.feedback, words: "" };
  const conversation = { ...run.conversation, title: "" };
  return { ...run, question: "", conversation, feedback, masked: true };
}

function toWholeRun(row: RunRow): InspectedRun {
  return {
    id: row.id,
    person: { id: row.user_id, name: row.user_name, email: row.user_email },
    conversation: { id: row.conversation_id, title: row.title },
    question: firstLine(row.question, RUN_QUESTION_MAX_CHARS),
    agentId: row.agent_id,
    agents: row.agents,
    model: row.model,
    status: RunStatus.parse(row.status),
    reason: row.reason,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    durationMs: row.duration_ms,
    rounds: row.rounds,
    modelCalls: row.model_calls,
    toolCalls: row.tool_calls,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cost: row.cost,
    costNote: row.cost_note === null ? null : CostNote.parse(row.cost_note),
    deviation: row.deviation,
    policyOutcome: row.policy_outcome === null ? null : PolicyOutcome.parse(row.policy_outcome),
    feedback:
      row.verdict === null ? null : { verdict: Verdict.parse(row.verdict), words: row.words ?? "" },
    approval: approvalOf(row),
    findings: FINDINGS.filter((kind) => hasFinding(row, kind)),
  };
}

function approvalOf({ approval }: RunRow): ApprovalState | null {
  if (approval === null) return null;
  return ApprovalState.options.find((state) => state === approval) ?? "waiting";
}

function hasFinding({ tags, approval, log_gap }: RunRow, kind: RunFinding): boolean {
  if (kind === "log_gap") return log_gap;
  // Earlier versions gave a run that left a call for the person this tag, and not that of an approval.
  const isOld = kind === "would_deny" && approval !== null;
  if (isOld && !tags.includes("deviation:needs_approval")) return false;
  return tags.includes(`deviation:${kind}`);
}
