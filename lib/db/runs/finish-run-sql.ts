import "server-only";
/** The statement that ends a run. Every part hangs on `ended`, which is empty where the lease was lost. */
import type { Statement } from "../run-statement.ts";
import { EVENT_COLUMNS, RUN_CHANNEL } from "./append-run-events.ts";

const rowsOf = (table: string, columns: string) =>
  `json_to_recordset($17::json -> '${table}') AS x(${columns}), ended`;

/** What a run may leave behind, with the part of the statement that writes it. */
const PARTS = {
  set_aside: `
  UPDATE hidden_state AS h SET set_aside_at = now(), set_aside_reason = x.reason
  FROM ${rowsOf("set_aside", "agent_id text, version int, reason text")}
  WHERE h.conversation_id = ended.conversation_id AND h.agent_id = x.agent_id AND h.version = x.version`,
  states: `
  INSERT INTO hidden_state (id, conversation_id, agent_id, version, run_id, state, bytes)
  SELECT gen_random_uuid(), ended.conversation_id, x.agent_id, greatest(x.version, 1 + (
      SELECT max(h.version) FROM hidden_state h
      WHERE h.conversation_id = ended.conversation_id AND h.agent_id = x.agent_id)), ended.id, x.state, x.bytes
  FROM ${rowsOf("states", "agent_id text, version int, state jsonb, bytes int")}`,
  deltas: `
  INSERT INTO context_delta (id, conversation_id, agent_id, ordinal, run_id, hop_ref, origin, delta, patch,
    before_sha256, after_sha256)
  SELECT gen_random_uuid(), ended.conversation_id, x.agent_id, x.ordinal + coalesce((
      SELECT max(d.ordinal) FROM context_delta d
      WHERE d.conversation_id = ended.conversation_id AND d.agent_id = x.agent_id), 0), ended.id, x.hop_ref, x.origin, x.delta,
    x.patch, x.before_sha256, x.after_sha256
  FROM ${rowsOf("deltas", "agent_id text, ordinal int, hop_ref text, origin text, delta jsonb, patch jsonb, before_sha256 text, after_sha256 text")}`,
  approvals: `
  INSERT INTO approval (id, conversation_id, run_id, answer_message_id, agent_id, question, tool, resume, course)
  SELECT x.id, ended.conversation_id, ended.id, ended.answer_message_id, x.agent_id, x.question, x.tool, x.resume,
    x.course
  FROM ${rowsOf("approvals", "id uuid, agent_id text, question text, tool text, resume jsonb, course jsonb")}`,
  documents: `
  INSERT INTO attachment (id, owner_id, conversation_id, message_id, name, media_type, size_bytes, sha256, data)
  SELECT x.id, ended.user_id, ended.conversation_id, ended.answer_message_id, x.name, x.media_type, x.size_bytes,
    encode(sha256(decode(x.base64, 'base64')), 'hex'), decode(x.base64, 'base64')
  FROM ${rowsOf("documents", "id uuid, name text, media_type text, size_bytes int, base64 text")}`,
  nodes: `
  INSERT INTO node_history (run_id, hop_ref, parent_ref, kind, node_id, input_sha256, output_sha256, outcome, model,
    started_at, duration_ms)
  SELECT ended.id, x.*
  FROM ${rowsOf("nodes", "hop_ref text, parent_ref text, kind text, node_id text, input_sha256 text, output_sha256 text, outcome text, model text, started_at timestamptz, duration_ms float8")}`,
};

export type Artifacts = Record<keyof typeof PARTS, readonly object[]>;

const TABLES = Object.keys(PARTS) as (keyof Artifacts)[];

const statements = new Map<string, Statement>();

/**
 * The statement without the parts that would write nothing: to make them ready costs as much as a row. Which parts a run
 * needs differs little from run to run, so few statements are ever prepared.
 */
export function finishStatement(artifacts: Artifacts): Statement {
  const kept = TABLES.filter((table) => artifacts[table].length > 0);
  const name = `finish-run-${TABLES.map((table) => (kept.includes(table) ? 1 : 0)).join("")}`;
  const known = statements.get(name);
  if (known) return known;
  const parts = kept.map((table) => `, kept_${table} AS (${PARTS[table]}\n)`);
  const statement = { name, text: `${END}${parts.join("")}\n${TOLD}` };
  statements.set(name, statement);
  return statement;
}

const TOLD = `SELECT id, CASE WHEN $18::boolean THEN pg_notify('${RUN_CHANNEL}', id::text) END FROM ended`;

const END = `
WITH ended AS (
  UPDATE run SET status = $3, reason = $4, ended_at = now(), agent_id = coalesce($7, agent_id), model = $8,
    rounds = $9, model_calls = $10, tool_calls = $11, input_tokens = $12, output_tokens = $13,
    deviation = $14, deviation_detail = $15::jsonb, policy_outcome = $16,
    marks = ARRAY(SELECT json_array_elements_text($17::json -> 'marks'))
  WHERE id = $1::uuid AND lease_owner = $2 AND status = 'running'
  RETURNING id, conversation_id, answer_message_id, user_id
), answered AS (
  UPDATE message SET content = $5, ending = $3, reason = $4
  WHERE id = (SELECT answer_message_id FROM ended)
), touched AS (
  UPDATE conversation SET updated_at = now() WHERE id = (SELECT conversation_id FROM ended)
), appended AS (
  INSERT INTO run_event (run_id, seq, public_seq, at, type, visibility, hop_ref, payload)
  SELECT e.* FROM json_to_recordset($6::json) AS e(${EVENT_COLUMNS}) JOIN ended ON ended.id = e.run_id
  ON CONFLICT (run_id, seq) DO NOTHING
)`;
