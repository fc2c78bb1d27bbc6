/** What is stored of runs that are sealed or checked: their logs, their answers, and what tombstones say of them. */
import "server-only";
import { type Kysely, sql } from "kysely";
import type { ChainedEvent } from "../../../audit/crypto/event-mac.ts";
import type { LoggedEvent, StoredRun } from "../../../audit/run-log.ts";
import type { Database } from "../../client.ts";
import { table, uuids } from "../../typed-sql.ts";
import { toIso } from "../audit-row.ts";
import { hasOwnMac } from "../own-rows.ts";

/** The events of these runs as they are stored, by run and `seq`. Of a run that is gone there are none, whatever is left of its log. */
export async function readLogs(
  executor: Kysely<Database>,
  runIds: readonly string[],
): Promise<Map<string, LoggedEvent[]>> {
  const rows = await selectLogs(executor, runIds).execute();
  return byRun(rows.map((row) => [row.run_id, toLogged(row)]));
}

/** The same with their MACs. */
export async function readChainedLogs(
  executor: Kysely<Database>,
  runIds: readonly string[],
): Promise<Map<string, ChainedEvent[]>> {
  const rows = await selectLogs(executor, runIds).select("mac").execute();
  return byRun(rows.map((row) => [row.run_id, Object.assign(toLogged(row), { mac: row.mac })]));
}

function selectLogs(executor: Kysely<Database>, runIds: readonly string[]) {
  return executor
    .selectFrom("run_event")
    .select(["run_id", "seq", "public_seq", "type", "visibility", "hop_ref", "at"])
    .select(["event_version", "payload", "salt"])
    .where("run_id", "in", ({ selectFrom }) =>
      selectFrom("run")
        .select("id")
        .where("id", "in", [...runIds]),
    )
    .orderBy("run_id")
    .orderBy("seq");
}

type StoredEvent = Awaited<ReturnType<ReturnType<typeof selectLogs>["execute"]>>[number];

export function toLogged(row: Omit<StoredEvent, "run_id">): LoggedEvent {
  return {
    seq: row.seq,
    publicSeq: row.public_seq,
    type: row.type,
    visibility: row.visibility,
    hopRef: row.hop_ref,
    at: toIso(row.at),
    version: row.event_version,
    payload: row.payload,
    salt: row.salt,
  };
}

function byRun<Event>(events: readonly (readonly [string, Event])[]): Map<string, Event[]> {
  const logs = new Map<string, Event[]>();
  for (const [runId, event] of events) {
    const log = logs.get(runId) ?? [];
    log.push(event);
    logs.set(runId, log);
  }
  return logs;
}

/** The text of each run's answer. */
export async function readAnswers(
  executor: Kysely<Database>,
  runIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await executor
    .selectFrom("run")
    .innerJoin("message", "message.id", "run.answer_message_id")
    .select(["run.id", "message.content"])
    .where("run.id", "in", [...runIds])
    .execute();
  return new Map(rows.map(({ id, content }) => [id, content]));
}

export type ErasedPart = {
  what: NonNullable<StoredRun["erased"]>;
  /** Under which: `person`, `operator` or `retention`. */
  rule: string;
  /** Place of the row that records the erasure; null until it is sealed. */
  place: number | null;
};

type ErasedRow = {
  row_id: string;
  erased_id: string;
  what: ErasedPart["what"];
  place: string | null;
  rule: string;
};

/** What was erased of these runs, by their ids. A row that waits for its place counts if it is ours. */
export async function readErased(
  executor: Kysely<Database>,
  runIds: readonly string[],
): Promise<Map<string, ErasedPart>> {
  const { rows } = await sql<ErasedRow>`
    SELECT row_id, erased_id, what, place, coalesce(detail->>'rule', 'restore') AS rule
    FROM (
      SELECT id AS row_id, erased_id, CASE action WHEN 'payloads.erased' THEN 'payloads' ELSE 'run' END AS what, place, detail
      FROM ${table("audit_event")}, jsonb_array_elements_text(
        CASE jsonb_typeof(detail -> 'runIds') WHEN 'array' THEN detail -> 'runIds' ELSE '[]' END) AS named (erased_id)
      WHERE action IN ('conversation.erased', 'payloads.erased', 'backup.restored') AND erased_id = ANY(${[...runIds]})
      UNION ALL
      SELECT audit_event.id, asked.id::text, 'log', place, detail
      FROM ${table("audit_event")} JOIN unnest(${uuids(runIds)}) AS asked (id)
        ON asked.id >= ${uuidIn("from")} AND asked.id < ${uuidIn("before")}
      WHERE action = 'log.erased'
    ) AS said
    ORDER BY erased_id, array_position('{run,log,payloads}', what), place`.execute(executor);
  const own = await findOwn(
    executor,
    rows.filter(({ place }) => place === null).map(({ row_id: id }) => id),
  );
  const erased = new Map<string, ErasedPart>();
  for (const { row_id: rowId, erased_id: runId, what, rule, place } of rows)
    if (!erased.has(runId) && (place !== null || own.has(rowId)))
      erased.set(runId, { what, rule, place: place === null ? null : Number(place) });
  return erased;
}

/** Null where the detail of a changed row has none: it is found as changed, and fails no query. */
const uuidIn = (key: string) =>
  sql<string>`substring(detail->>${sql.lit(key)} FROM '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid`;

async function findOwn(executor: Kysely<Database>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await executor
    .selectFrom("audit_event")
    .selectAll()
    .where("id", "in", ids)
    .execute();
  return new Set(rows.filter(hasOwnMac).map(({ id }) => id));
}
