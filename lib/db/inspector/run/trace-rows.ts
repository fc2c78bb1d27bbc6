/** Reads the events of a run's trace in one pass: a few short fields of each, never a whole payload. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { DatabaseTransaction } from "../../client.ts";
import { columnsOf } from "../../typed-sql.ts";
import { EVENT_KIND } from "./read-events.ts";

/** The meaning of the fields depends on the type, see `FIELDS`. An empty text means absent. */
export type TraceRow = {
  seq: number;
  type: string;
  hopRef: string;
  /** Milliseconds since 1970. */
  atMs: number;
  /** `parentRef`, or the id that pairs a start with its end. */
  link: string;
  word: string;
  name: string;
  durationMs: number | null;
  /** By the clock of a service: when work inside it began; of the end of the service's hop, how long its turn took. */
  serviceMs: number | null;
};

type Fields = { link?: string; word?: string; name?: string; lasts?: true };

/** The source of each field, by type. Other types are no part of the trace. */
const FIELDS: Record<string, Fields> = {
  "hop.started": { link: "parentRef", word: "kind", name: "nodeId" },
  "hop.ended": { link: "speculation,outcome", word: "outcome", lasts: true },
  "model.called": { link: "callId", word: "manifest,trust" },
  "model.answered": { link: "callId", word: "outcome", name: "model", lasts: true },
  "model.retried": { link: "callId", word: "attempt", name: "reason" },
  "citations.invented": { link: "callId", word: "numbers" },
  "run.noted": { word: "code" },
  "policy.decided": { link: "from,trust", word: "decision,outcome", name: "action" },
  "policy.violated": { name: "rule" },
  "approval.requested": { link: "approvalId", name: "tool" },
  "approval.decided": { link: "approvalId", word: "decision" },
  "envelope.finding": { word: "code" },
  "execution.recorded": {
    link: "execution,planStepId",
    word: "execution,writes",
    name: "execution,target",
  },
};

const event = columnsOf("log_event");

const FIELD_END = "\u001f";
const ROW_END = "\u001e";

export type TraceRows = {
  /** Number of events of each kind, including types that are no part of the trace. */
  eventTypes: Record<string, number>;
  /** In the order of the log. */
  rows: TraceRow[];
};

export async function readTraceRows(
  transaction: DatabaseTransaction,
  runId: string,
): Promise<TraceRows> {
  // Reading one text is several times faster than tens of thousands of rows, and sorting here is faster, too.
  const { rows: text, counts } = await transaction
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("log_event")
        .select(
          sql<
            string | null
          >`string_agg(concat_ws(${FIELD_END}::text, ${event("seq")}, ${event("type")},
            coalesce(${clean(event("hop_ref"))}, ''), (date_part('epoch', ${event("at")}) * 1000)::int8,
            ${pick("link")}, ${pick("word")}, ${pick("name")}, coalesce((${LASTS})::text, ''), ${OWN_CLOCK}), ${ROW_END}::text)`.as(
            "rows",
          ),
        )
        .where("run_id", "=", runId)
        .where("type", "in", Object.keys(FIELDS))
        .as("rows"),
      sql<Record<string, number> | null>`(SELECT jsonb_object_agg(type, many) FROM ${selectFrom(
        "log_event",
      )
        .select(({ fn }) => [EVENT_KIND.as("type"), fn.countAll().as("many")])
        .where("run_id", "=", runId)
        .groupBy(EVENT_KIND)} AS counted)`.as("counts"),
    ])
    .executeTakeFirstOrThrow();
  const rows = text ? text.split(ROW_END).map(toRow) : [];
  return { eventTypes: counts ?? {}, rows: rows.sort((one, other) => one.seq - other.seq) };
}

/** A name may contain the separator of the fields. */
function clean(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`translate(${text}, ${FIELD_END + ROW_END}::text, '')`;
}

function pick(field: "link" | "word" | "name"): RawBuilder<unknown> {
  const byPath = new Map<string, string[]>();
  for (const [type, { [field]: path }] of Object.entries(FIELDS)) {
    if (path) byPath.set(path, [...(byPath.get(path) ?? []), type]);
  }
  const cases = [...byPath].map(([path, types]) => {
    const value = path.includes(",")
      ? sql`${event("payload")} #>> ${path.split(",")}::text[]`
      : sql`${event("payload")} ->> ${path}::text`;
    return sql`WHEN ${event("type")} IN (${sql.join(types)}) THEN ${value}`;
  });
  return sql`coalesce(${clean(sql`CASE ${sql.join(cases, sql` `)} END`)}, '')`;
}

const LASTING = Object.keys(FIELDS).filter((type) => FIELDS[type]?.lasts);
const LASTS = sql`CASE WHEN ${event("type")} IN (${sql.join(LASTING)})
  AND jsonb_typeof(${event("payload")}->'durationMs') = 'number' THEN (${event("payload")}->'durationMs')::float8 END`;

const OWN_CLOCK = sql`CASE WHEN jsonb_typeof(${event("payload")}->'serviceMs') = 'number'
  THEN (${event("payload")}->'serviceMs')::float8 END`;

function toRow(line: string): TraceRow {
  const [
    seq,
    type = "",
    hopRef = "",
    atMs,
    link = "",
    word = "",
    name = "",
    durationMs,
    serviceMs,
  ] = line.split(FIELD_END);
  return {
    seq: Number(seq),
    type,
    hopRef,
    atMs: Number(atMs),
    link,
    word,
    name,
    durationMs: durationMs ? Number(durationMs) : null,
    serviceMs: serviceMs ? Number(serviceMs) : null,
  };
}
