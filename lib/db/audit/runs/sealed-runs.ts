/** The runs whose sealed log says what they left in other tables, for those who compare it. */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EditFault } from "../../../audit/fault-words.ts";
import type { RunLeft } from "../../../contracts/run/logged-turn.ts";
import type { Database } from "../../client.ts";
import { EDITS_FOUND_MAX, SEAL_BATCH_ROWS } from "../../limits.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";

export type SealedRun = {
  /** Of the row of its end. */
  place: string;
  run_id: string;
  /** Of the event that says it. */
  seq: number;
  left: RunLeft;
};

/** Of a seal and the row of its run's end: the row has the run's id, and the seal of another run is none. */
export const OF_SEAL = sql`audit_event.id = run_seal.event_id AND audit_event.run_id = run_seal.run_id
  AND audit_event.place IS NOT NULL`;

/** `place`: of the row of its end; null where it is not known. `seq`: of the event that says otherwise. */
export type EditedInRun = { place: string | null; run_id: string; seq: number };

/** At most `EDITS_FOUND_MAX`, by place. */
export async function findInRuns(
  executor: Kysely<Database>,
  fault: EditFault,
  edited: RawBuilder<EditedInRun>,
): Promise<Found[]> {
  const { rows } = await sql<EditedInRun>`
    SELECT DISTINCT place, run_id, seq FROM (${edited}) AS edited
    ORDER BY place LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map((row) => foundInRun(fault, row));
}

export function foundInRun(fault: EditFault, { place, run_id: runId, seq }: EditedInRun): Found {
  return foundAt(fault, { place: place === null ? null : Number(place), runId, seq });
}

/**
 * One row for each run, to be read as a table; none whose log, or its payloads, were erased, and none of a version that did
 * not say it.
 * @param within of the row `run`
 */
export function sealedRuns(within: RawBuilder<unknown>) {
  return sql<SealedRun>`(
    SELECT audit_event.place, run.id AS run_id, run.conversation_id, run.answer_message_id,
      ended.seq, ended.payload->'left' AS left
    FROM run_seal
      JOIN audit_event ON ${OF_SEAL}
      JOIN run ON run.id = run_seal.run_id AND ${within}
      CROSS JOIN LATERAL (
        SELECT seq, payload FROM run_event
        WHERE run_event.run_id = run_seal.run_id AND type = 'run.ended' AND payload ? 'left'
        ORDER BY seq DESC LIMIT 1) AS ended)`;
}

/**
 * The runs whose ends have a place, so many at a time, by it. What they left is read apart: a statement that stops after a few
 * runs would read all of them first.
 * @param within of the row `run`
 */
export async function* sealedBatches(
  executor: Kysely<Database>,
  within: RawBuilder<unknown>,
  size: number,
): AsyncGenerator<string[], void> {
  for (let after = "-1"; ; ) {
    const { rows } = await sql<Pick<SealedRun, "place" | "run_id">>`
      SELECT audit_event.place, run_seal.run_id FROM run_seal
        JOIN audit_event ON ${OF_SEAL}
        JOIN run ON run.id = run_seal.run_id AND ${within}
      WHERE audit_event.place > ${after}::bigint
      ORDER BY audit_event.place LIMIT ${SEAL_BATCH_ROWS}`.execute(executor);
    for (let from = 0; from < rows.length; from += size)
      yield rows.slice(from, from + size).map(({ run_id: runId }) => runId);
    if (rows.length < SEAL_BATCH_ROWS) return;
    after = rows.at(-1)?.place ?? after;
  }
}

/** Clocks of instances, and of the database, differ by less. */
const SLACK = sql`interval '1 hour'`;

/**
 * The runs whose rows in this table no pass of retention can have taken: each pass is a row of the trail, and takes rows only
 * of conversations in which no turn has ended for so many days.
 */
export async function withoutExpiry(
  executor: Kysely<Database>,
  runIds: readonly string[],
  table: "hidden_state" | "context_delta" | "approval",
): Promise<Set<string>> {
  if (runIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT run.id FROM run JOIN audit_event AS ended ON ended.run_id = run.id AND ended.action = 'run.ended'
    WHERE run.id = ANY(${[...runIds]}::uuid[]) AND NOT EXISTS (
      SELECT FROM audit_event AS pass
        CROSS JOIN LATERAL (
          SELECT pass.at - (pass.detail->>'days')::int * interval '1 day' AS idle_since) AS bound
      WHERE pass.action = 'retention.applied' AND (pass.detail->'rows'->>${table}::text)::bigint > 0
        AND ended.at < bound.idle_since + ${SLACK}
        AND NOT EXISTS (
          SELECT FROM run AS other JOIN audit_event AS later ON later.run_id = other.id AND later.action = 'run.ended'
          WHERE other.conversation_id = run.conversation_id
            AND later.at > bound.idle_since + ${SLACK} AND later.at < pass.at - ${SLACK}))`.execute(
    executor,
  );
  return new Set(rows.map(({ id }) => id));
}
