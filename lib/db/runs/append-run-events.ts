import "server-only";
/** Appends events of many runs in one statement. Fenced: a run whose lease is not ours takes nothing. May be repeated. */
import type { LogEvent } from "../../contracts/log-event.ts";
import { PUBLIC_EVENT_TYPES } from "../../contracts/public-event.ts";
import { runStatement, type Statement } from "../run-statement.ts";
import { storableJson } from "../storable-json.ts";

/** `NOTIFY` channel that tells other instances which runs have news: payload `runId,runId,…`, at most 200 of them. */
export const RUN_CHANNEL = "halfsilver_run";

const PUBLIC = new Set<string>(PUBLIC_EVENT_TYPES);

/** The rows of a batch, as `EVENT_COLUMNS` reads them back out of one JSON parameter. */
export function toEventRows(events: readonly LogEvent[]): string {
  return storableJson(events.map(toRow));
}

export const EVENT_COLUMNS =
  "run_id uuid, seq int, public_seq int, at timestamptz, type text, visibility text, hop_ref text, payload jsonb";

function toRow({ runId, seq, publicSeq, at, body }: LogEvent) {
  const { type, ...payload } = body;
  const hop_ref = "hopRef" in body ? body.hopRef : null;
  const visibility = PUBLIC.has(type) ? "public" : "hidden";
  return { run_id: runId, seq, public_seq: publicSeq, at, type, visibility, hop_ref, payload };
}

/** A payload has 8,000 bytes at most, an id and its comma 37. */
const NOTIFIED_MAX = 200;

const APPEND: Statement = {
  name: "append-run-events",
  text: `
WITH held AS (
  SELECT id FROM run WHERE id = ANY($2::uuid[]) AND lease_owner = $3 AND status = 'running' FOR SHARE
), appended AS (
  INSERT INTO run_event (run_id, seq, public_seq, at, type, visibility, hop_ref, payload)
  SELECT e.* FROM json_to_recordset($1::json) AS e(${EVENT_COLUMNS}) JOIN held ON held.id = e.run_id
  ON CONFLICT (run_id, seq) DO NOTHING
), told AS (
  SELECT pg_notify('${RUN_CHANNEL}', string_agg(id::text, ','))
  FROM (SELECT id, row_number() OVER () AS place FROM (SELECT id FROM held UNION ALL SELECT unnest($4::uuid[])) AS news)
    AS placed
  GROUP BY place / ${NOTIFIED_MAX}
)
SELECT string_agg(id::text, ',') AS held, (SELECT count(*) FROM told) AS told FROM held`,
};

/**
 * @param ended runs whose end is stored, and which other instances are told of by the way
 * @returns the ids of the runs that still belong to `leaseOwner`, whose events are stored now
 */
export async function appendRunEvents(
  leaseOwner: string,
  events: readonly LogEvent[],
  ended: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  const runIds = [...new Set(events.map((event) => event.runId))];
  const [row] = await runStatement<{ held: string | null }>(APPEND, [
    toEventRows(events),
    runIds,
    leaseOwner,
    ended,
  ]);
  return new Set(row?.held?.split(","));
}
