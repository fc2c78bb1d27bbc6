import "server-only";
/** A run with its person, conversation and figures, as one row. Figures that no end has stored come from the log. */
import { type InspectedRun, RunStatus } from "../../contracts/inspector.ts";
import { Prisma } from "../generated/client.ts";

export type RunRow = {
  id: string;
  user_id: string;
  user_name: string;
  user_email: string;
  conversation_id: string;
  title: string;
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
};

/** A number in an event's payload; 0 where the payload holds something else. */
const figure = (name: string) => Prisma.sql`
  CASE WHEN jsonb_typeof(e.payload->${name}::text) = 'number'
    THEN (e.payload->>${name}::text)::float8 ELSE 0 END`;

/** @param runs SQL that yields rows of `run` */
export function selectRunRows(runs: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
SELECT r.id, r.user_id, u.name AS user_name, u.email AS user_email, r.conversation_id, c.title,
  r.agent_id, coalesce(r.model, logged.model) AS model, r.status, r.reason, r.started_at, r.ended_at,
  greatest(0, round(extract(epoch FROM coalesce(r.ended_at, now()) - r.started_at) * 1000))::float8 AS duration_ms,
  coalesce(logged.rounds, r.rounds)::int AS rounds,
  coalesce(logged.model_calls, r.model_calls)::int AS model_calls,
  coalesce(logged.tool_calls, r.tool_calls)::int AS tool_calls,
  coalesce(logged.input_tokens, r.input_tokens)::int AS input_tokens,
  coalesce(logged.output_tokens, r.output_tokens)::int AS output_tokens
FROM (${runs}) AS r
JOIN "user" u ON u.id = r.user_id
JOIN conversation c ON c.id = r.conversation_id
LEFT JOIN LATERAL (
  SELECT max(${figure("round")}) AS rounds,
    count(*) FILTER (WHERE e.type = 'model.called') AS model_calls,
    count(*) FILTER (WHERE e.type = 'tool.called') AS tool_calls,
    sum(${figure("inputTokens")}) AS input_tokens,
    sum(${figure("outputTokens")}) AS output_tokens,
    max(e.payload->>'model') AS model
  FROM run_event e
  WHERE r.model_calls = 0 AND e.run_id = r.id
    AND e.type IN ('model.called', 'model.answered', 'tool.called')
) AS logged ON r.model_calls = 0`;
}

export function toInspectedRun(row: RunRow): InspectedRun {
  return {
    id: row.id,
    person: { id: row.user_id, name: row.user_name, email: row.user_email },
    conversation: { id: row.conversation_id, title: row.title },
    agentId: row.agent_id,
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
  };
}
