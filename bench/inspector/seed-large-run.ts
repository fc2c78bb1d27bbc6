/** Inserts a conversation with one run of many hops: a coordinator, ten agents and tools. SQL generates the rows. */
import { randomUUID } from "node:crypto";
import type { Client } from "pg";

/** Agents below the coordinator; the remaining hops are tools of these agents. */
const AGENTS = 10;
/** Events of one tool hop. */
const PER_TOOL = 5;
/** The first tool hop has a result of this size. */
const LARGE_RESULT_BYTES = 200_000;
const WORD = "needle";

export type LargeRun = {
  runId: string;
  conversationId: string;
  hops: number;
  events: number;
  /** `seq` of the event with the large result. */
  largeSeq: number;
  /** A word that occurs in one event of a thousand. */
  word: string;
};

const RUN = `
INSERT INTO run (id, conversation_id, user_id, user_message_id, answer_message_id, agent_id, status, model, lease_owner,
  lease_until, started_at, ended_at, rounds, model_calls, tool_calls, input_tokens, output_tokens, policy_outcome)
SELECT $1::uuid, $2::uuid, $3, $4::uuid, $5::uuid, 'general', 'complete', 'bench', 'bench', now(), now() - interval '1 hour',
  now() - interval '1 hour' + $6::int * interval '1 millisecond', 1, 0, $6::int, 0, 0, 'allow'`;

/** `$2` hops: numbers below ${AGENTS + 1} are the coordinator and the agents, the rest are tools. */
const EVENTS = `
WITH hop AS (
  SELECT n, 'h' || n AS ref, CASE WHEN n = 0 THEN NULL WHEN n <= ${AGENTS} THEN 'h0' ELSE 'h' || 1 + n % ${AGENTS} END AS parent,
    CASE WHEN n = 0 THEN 'coordinator' WHEN n <= ${AGENTS} THEN 'agent' ELSE 'tool' END AS kind,
    CASE WHEN n = 0 THEN 'coordinator' WHEN n <= ${AGENTS} THEN 'agent-' || n
      ELSE ('{python_interpreter@1,web_search@1,fetch_page@1}'::text[])[1 + n % 3] END AS node,
    now() - interval '1 hour' + n * interval '1 millisecond' AS began
  FROM generate_series(0, $2::int - 1) n
), event AS (
  SELECT n, 0 AS k, began AS at, 'hop.started' AS type, ref, jsonb_build_object('hopRef', ref, 'parentRef', parent,
    'kind', kind, 'nodeId', node) AS payload FROM hop
  UNION ALL
  SELECT n, 1, began, 'policy.decided', ref, jsonb_build_object('hopRef', ref, 'principal', 'agent-' || 1 + n % ${AGENTS},
    'action', node, 'decision', '{"outcome":"allow","policies":["tools@1"],"reason":"nothing forbids it"}'::jsonb)
  FROM hop WHERE kind = 'tool'
  UNION ALL
  SELECT n, 2, began, 'tool.called', ref, jsonb_build_object('hopRef', ref, 'toolCallId', 'call-' || n, 'tool', node,
    'arguments', jsonb_build_object('code', 'print(' || n || ')', 'note', repeat('lorem ipsum ', 8)),
    'argsSha256', md5(n::text) || md5(ref), 'planStepId', NULL, 'writes', false) FROM hop WHERE kind = 'tool'
  UNION ALL
  SELECT n, 3, began + interval '0.8 millisecond', 'tool.returned', ref, jsonb_build_object('hopRef', ref,
    'toolCallId', 'call-' || n, 'tool', node, 'outcome', CASE WHEN n % 97 = 0 THEN 'failed' ELSE 'ok' END,
    'result', CASE WHEN n = ${AGENTS + 1} THEN (SELECT '[' || string_agg('{"row":' || i || ',"text":"' || repeat('x', 60) || '"}', ',')
      || ']' FROM generate_series(1, ${LARGE_RESULT_BYTES / 80}) i)
      ELSE n || CASE WHEN n % 1000 = 500 THEN ' ${WORD} ' ELSE ' ' END || repeat('dolor sit amet ', 10) END,
    'bytes', 160, 'durationMs', 0.8) FROM hop WHERE kind = 'tool'
  UNION ALL
  SELECT CASE WHEN kind = 'tool' THEN n ELSE $2::int + ${AGENTS} - n END, 4, began + interval '0.9 millisecond', 'hop.ended', ref,
    jsonb_build_object('hopRef', ref, 'outcome', CASE WHEN n % 97 = 0 AND kind = 'tool' THEN 'failed' ELSE 'ok' END,
    'durationMs', CASE WHEN kind = 'tool' THEN 0.9 ELSE $2::int - n END) FROM hop
)
INSERT INTO run_event (run_id, seq, public_seq, at, type, visibility, hop_ref, payload)
SELECT $1::uuid, row_number() OVER (ORDER BY n, k), NULL, at, type, 'hidden', ref, payload FROM event`;

/** @param userId owner of the conversation */
export async function seedLargeRun(
  client: Client,
  userId: string,
  hops: number,
): Promise<LargeRun> {
  const [runId, conversationId, question, answer] = Array.from({ length: 4 }, () => randomUUID());
  const title = `A run of ${hops} hops`;
  await client.query("INSERT INTO conversation (id, user_id, title) VALUES ($1, $2, $3)", [
    conversationId,
    userId,
    title,
  ]);
  await client.query(
    `INSERT INTO message (id, conversation_id, ordinal, role, content, ending)
     VALUES ($1, $3, 1, 'user', $4, NULL), ($2, $3, 2, 'assistant', 'Done.', 'complete')`,
    [question, answer, conversationId, title],
  );
  await client.query(RUN, [runId, conversationId, userId, question, answer, hops]);
  await client.query(EVENTS, [runId, hops]);
  await client.query("ANALYZE run_event");
  const { rows } = await client.query<{ count: string; large: number }>(
    `SELECT count(*), min(seq) FILTER (WHERE type = 'tool.returned') AS large FROM run_event WHERE run_id = $1`,
    [runId],
  );
  const events = Number(rows[0]?.count ?? 0);
  const expected = (hops - AGENTS - 1) * PER_TOOL + (AGENTS + 1) * 2;
  if (events !== expected) throw new Error(`${events} events were made, not ${expected}`);
  return {
    runId: runId ?? "",
    conversationId: conversationId ?? "",
    hops,
    events,
    largeSeq: rows[0]?.large ?? 0,
    word: WORD,
  };
}
