import "server-only";
/** Finds the runs whose process is gone, and ends them: what their log holds of the answer is kept, and it reads as interrupted. */
import { runStatement, type Statement } from "../run-statement.ts";
import { RUN_CHANNEL } from "./append-run-events.ts";

export type OrphanedRun = { id: string; leaseOwner: string };

export type OrphanScope = {
  /** Runs that this process still works on or has yet to store the end of: they are nobody's orphans. */
  held: readonly string[];
  /**
   * Where one server at a time works with a data folder: `owner` is this process, and every other owner whose name begins
   * with `prefix` is gone, whatever its lease says. Null: only leases tell.
   */
  predecessors: { prefix: string; owner: string } | null;
};

const ONLY_LEASES: OrphanScope = { held: [], predecessors: null };

/** $1: `held`, $2 and $3: `predecessors`. */
const IS_ORPHANED = `status = 'running' AND NOT (id = ANY($1::uuid[]))
  AND (lease_until < now() OR (starts_with(lease_owner, $2::text) AND lease_owner <> $3::text))`;

const FIND: Statement = {
  name: "find-orphaned-runs",
  text: `SELECT id, lease_owner FROM run WHERE ${IS_ORPHANED}`,
};

const INTERRUPT: Statement = {
  name: "interrupt-orphaned-runs",
  text: `
WITH dead AS (
  SELECT id, answer_message_id FROM run
  WHERE id = ANY($4::uuid[]) AND ${IS_ORPHANED} FOR UPDATE SKIP LOCKED
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

export async function findOrphanedRuns(scope = ONLY_LEASES): Promise<OrphanedRun[]> {
  const rows = await runStatement<{ id: string; lease_owner: string }>(FIND, valuesOf(scope));
  return rows.map((row) => ({ id: row.id, leaseOwner: row.lease_owner }));
}

/** @returns the ids of the runs that were ended now: others may have been taken up again, or ended by somebody else */
export async function interruptOrphanedRuns(
  runIds: readonly string[],
  scope = ONLY_LEASES,
): Promise<string[]> {
  if (runIds.length === 0) return [];
  const rows = await runStatement<{ id: string }>(INTERRUPT, [...valuesOf(scope), runIds]);
  return rows.map((row) => row.id);
}

/** Compared with NULL, no lease owner is anybody's predecessor. */
function valuesOf({ held, predecessors }: OrphanScope): unknown[] {
  return [held, predecessors?.prefix ?? null, predecessors?.owner ?? null];
}
