import "server-only";
/** Ends a run in one statement: last events, answer, figures and new hidden states commit together or not at all. */
import type { MessageEnd } from "../contracts/message-end.ts";
import type { RunEvent } from "../contracts/run-event.ts";
import type { RunTotals } from "../contracts/run-totals.ts";
import { EVENT_COLUMNS, RUN_CHANNEL, toEventRows } from "./append-run-events.ts";
import { runStatement, type Statement } from "./run-statement.ts";
import { storableJson, storableText } from "./storable-json.ts";

export type NewHiddenState = { agentId: string; version: number; state: unknown; bytes: number };
export type SetAsideState = { agentId: string; version: number; reason: string };

export type FinishRun = {
  runId: string;
  leaseOwner: string;
  ending: MessageEnd;
  /** A code of lib/errors, where the ending needs a reason. */
  reason: string | null;
  answer: string;
  totals: RunTotals;
  /** Events that no flush has stored yet; the last is `run.ended`. */
  events: readonly RunEvent[];
  newStates: readonly NewHiddenState[];
  setAside: readonly SetAsideState[];
};

const FINISH: Statement = {
  name: "finish-run",
  text: `
WITH ended AS (
  UPDATE run SET status = $3, reason = $4, ended_at = now(), agent_id = coalesce($9, agent_id), model = $10,
    rounds = $11, model_calls = $12, tool_calls = $13, input_tokens = $14, output_tokens = $15
  WHERE id = $1::uuid AND lease_owner = $2 AND status = 'running'
  RETURNING id, conversation_id, answer_message_id
), answered AS (
  UPDATE message SET content = $5, ending = $3, reason = $4
  WHERE id = (SELECT answer_message_id FROM ended)
), touched AS (
  UPDATE conversation SET updated_at = now() WHERE id = (SELECT conversation_id FROM ended)
), appended AS (
  INSERT INTO run_event (run_id, seq, public_seq, at, type, visibility, hop_ref, payload)
  SELECT e.* FROM json_to_recordset($6::json) AS e(${EVENT_COLUMNS}) JOIN ended ON ended.id = e.run_id
), set_aside AS (
  UPDATE hidden_state AS h SET set_aside_at = now(), set_aside_reason = s.reason
  FROM json_to_recordset($7::json) AS s(agent_id text, version int, reason text), ended
  WHERE h.conversation_id = ended.conversation_id AND h.agent_id = s.agent_id AND h.version = s.version
), remembered AS (
  INSERT INTO hidden_state (id, conversation_id, agent_id, version, run_id, state, bytes)
  SELECT gen_random_uuid(), ended.conversation_id, s.agent_id, s.version, ended.id, s.state, s.bytes
  FROM json_to_recordset($8::json) AS s(agent_id text, version int, state jsonb, bytes int), ended
)
SELECT id, pg_notify('${RUN_CHANNEL}', id::text) FROM ended`,
};

/** @returns false where the lease was lost: nothing was written, somebody else ends this run */
export async function finishRun(input: FinishRun): Promise<boolean> {
  const { totals } = input;
  const rows = await runStatement(FINISH, [
    input.runId,
    input.leaseOwner,
    input.ending,
    input.reason,
    storableText(input.answer),
    toEventRows(input.events),
    storableJson(input.setAside.map((s) => ({ agent_id: s.agentId, version: s.version, reason: s.reason }))),
    storableJson(input.newStates.map(({ agentId, ...rest }) => ({ agent_id: agentId, ...rest }))),
    totals.agentId,
    totals.model,
    totals.rounds,
    totals.modelCalls,
    totals.toolCalls,
    totals.inputTokens,
    totals.outputTokens,
  ]);
  return rows.length === 1;
}
