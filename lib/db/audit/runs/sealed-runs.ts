/** The runs whose sealed log says what they left in other tables, for those who compare it. */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { RunLeft } from "../../../contracts/run/logged-turn.ts";
import type { Database } from "../../client.ts";

export type SealedRun = {
  /** Of the row of its end. */
  place: string;
  run_id: string;
  /** Of the event that says it. */
  seq: number;
  left: RunLeft;
};

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
      JOIN audit_event ON audit_event.id = run_seal.event_id AND audit_event.place IS NOT NULL
      JOIN run ON run.id = run_seal.run_id AND ${within}
      CROSS JOIN LATERAL (
        SELECT seq, payload FROM run_event
        WHERE run_event.run_id = run_seal.run_id AND type = 'run.ended' AND payload ? 'left'
        ORDER BY seq DESC LIMIT 1) AS ended)`;
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
