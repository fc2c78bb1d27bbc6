import "server-only";
/** A run with its person, conversation and figures, as one row. Figures that no end has stored come from the log. */
import { firstLine } from "../../../contracts/first-line.ts";
import { PolicyOutcome } from "../../../contracts/hop-decision.ts";
import { type InspectedRun, RunStatus } from "../../../contracts/inspector/run/inspected-run.ts";
import { Prisma } from "../../generated/client.ts";
import { costOf } from "./run-cost.ts";

export type RunRow = {
  id: string;
  user_id: string;
  user_name: string;
  user_email: string;
  conversation_id: string;
  title: string;
  question: string;
  agent_id: string;
  model: string | null;
  status: string;
  reason: string | null;
  started_at: Date;
  ended_at: Date | null;
  duration_ms: number;
  rounds: number;
  model_calls: number;
  tool_calls: number;
  input_tokens: number;
  output_tokens: number;
  agents: string[];
  cost: number | null;
  deviation: number | null;
  policy_outcome: string | null;
};

const QUESTION_MAX_CHARS = 120;
const BLANKS = " \t\r\n";

/** A number in an event's payload; 0 where the payload holds something else. */
const figure = (name: string) => Prisma.sql`
  CASE WHEN jsonb_typeof(e.payload->${name}::text) = 'number'
    THEN (e.payload->>${name}::text)::float8 ELSE 0 END`;

/**
 * @param places a table, or SQL in parentheses, of `id` and `sort_key`
 * @returns SQL of rows that are `RunRow`, with `sort_key`
 */
export function selectRunRows(places: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
SELECT run.id, run.user_id, u.name AS user_name, u.email AS user_email, run.conversation_id, c.title,
  left(split_part(ltrim(asked.content, ${BLANKS}), ${"\n"}, 1), ${QUESTION_MAX_CHARS + 1}) AS question,
  run.agent_id, coalesce(run.model, logged.model) AS model, run.status, run.reason, run.started_at, run.ended_at,
  greatest(0, round(extract(epoch FROM coalesce(run.ended_at, now()) - run.started_at) * 1000))::float8 AS duration_ms,
  coalesce(logged.rounds, run.rounds)::int AS rounds,
  coalesce(logged.model_calls, run.model_calls)::int AS model_calls,
  coalesce(logged.tool_calls, run.tool_calls)::int AS tool_calls,
  coalesce(logged.input_tokens, run.input_tokens)::int AS input_tokens,
  coalesce(logged.output_tokens, run.output_tokens)::int AS output_tokens,
  coalesce(logged.agents, ARRAY(SELECT DISTINCT substr(mark, 7) FROM unnest(run.marks) AS mark
    WHERE mark LIKE 'agent:%' ORDER BY 1)) AS agents,
  ${costOf()} AS cost, run.deviation, run.policy_outcome, places.sort_key
FROM ${places} AS places
JOIN run ON run.id = places.id
JOIN "user" u ON u.id = run.user_id
JOIN conversation c ON c.id = run.conversation_id
JOIN message asked ON asked.id = run.user_message_id
LEFT JOIN LATERAL (
  SELECT max(${figure("round")}) AS rounds,
    count(*) FILTER (WHERE e.type = 'model.called') AS model_calls,
    count(*) FILTER (WHERE e.type = 'tool.called') AS tool_calls,
    sum(${figure("inputTokens")}) AS input_tokens,
    sum(${figure("outputTokens")}) AS output_tokens,
    max(e.payload->>'model') AS model,
    coalesce(array_agg(DISTINCT e.payload->>'nodeId' ORDER BY e.payload->>'nodeId')
      FILTER (WHERE e.type = 'hop.started' AND e.payload->>'kind' = 'agent'), '{}') AS agents
  FROM run_event e
  WHERE run.model_calls = 0 AND e.run_id = run.id
    AND e.type IN ('hop.started', 'model.called', 'model.answered', 'tool.called')
) AS logged ON run.model_calls = 0`;
}

export function toInspectedRun(row: RunRow): InspectedRun {
  return {
    id: row.id,
    person: { id: row.user_id, name: row.user_name, email: row.user_email },
    conversation: { id: row.conversation_id, title: row.title },
    question: firstLine(row.question, QUESTION_MAX_CHARS),
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
    deviation: row.deviation,
    policyOutcome: PolicyOutcome.nullable().parse(row.policy_outcome),
  };
}
