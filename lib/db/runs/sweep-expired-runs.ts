import "server-only";
/** Ends the runs of dead processes: what their log holds of the answer is kept, and it reads as interrupted. */
import { runStatement, type Statement } from "../run-statement.ts";
import { RUN_CHANNEL } from "./append-run-events.ts";

const SWEEP: Statement = {
  name: "sweep-expired-runs",
  text: `
WITH dead AS (
  SELECT id, answer_message_id FROM run
  WHERE status = 'running' AND lease_until < now() FOR UPDATE SKIP LOCKED
), ended AS (
  UPDATE run SET status = 'interrupted', reason = 'interrupted', ended_at = now(), marks = ARRAY(
    SELECT DISTINCT (e.payload->>'kind') || ':' || (e.payload->>'nodeId') FROM run_event e
    WHERE e.run_id = run.id AND e.type = 'hop.started' AND e.payload->>'kind' IN ('agent', 'tool') ORDER BY 1)
  FROM dead WHERE run.id = dead.id
), answered AS (
  UPDATE message SET ending = 'interrupted', reason = 'interrupted', content = coalesce((
    SELECT string_agg(e.payload->>'text', '' ORDER BY e.seq) FROM run_event e
    WHERE e.run_id = dead.id AND e.type = 'answer.delta'), '')
  FROM dead WHERE message.id = dead.answer_message_id
), appended AS (
  INSERT INTO run_event (run_id, seq, public_seq, at, type, visibility, payload)
  SELECT dead.id, coalesce(max(e.seq), 0) + 1, coalesce(max(e.public_seq), 0) + 1, now(), 'run.ended', 'public',
    '{"ending": "interrupted", "reason": "interrupted"}'::jsonb
  FROM dead LEFT JOIN run_event e ON e.run_id = dead.id GROUP BY dead.id
)
SELECT id, pg_notify('${RUN_CHANNEL}', id::text) FROM dead`,
};

/** @returns the ids of the runs that this sweep ended */
export async function sweepExpiredRuns(): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(SWEEP, []);
  return rows.map((row) => row.id);
}
