import "server-only";
/** Appends events of many runs in one statement. Fenced: a run whose lease is not ours takes nothing. May be repeated. */
import { type RawBuilder, sql } from "kysely";
import { PUBLIC_EVENT_TYPES } from "../../contracts/public/public-event.ts";
import type { LogEvent } from "../../contracts/run/log-event.ts";
import { APPENDED, violationsPart } from "../audit/effects/record-in-statement.ts";
import { kysely } from "../client.ts";
import { NOTIFIED_RUNS_MAX } from "../limits.ts";
import { type Given, prepareStatement } from "../prepare-statement.ts";
import { storableJson } from "../storable-json.ts";
import { columnsOf, rowsFromJson, table } from "../typed-sql.ts";

/** `NOTIFY` channel that tells other instances which runs have news: payload `runId,runId,…`, at most 200 of them. */
export const RUN_CHANNEL = "halfsilver_run";

/** The form of the payloads that are written. A new one needs a branch in `upcast_run_event` (prisma/sql). */
const EVENT_VERSION = 1;

const PUBLIC = new Set<string>(PUBLIC_EVENT_TYPES);

const EVENT_TYPES = {
  ...{ run_id: "uuid", seq: "int", public_seq: "int", at: "timestamptz", type: "text" },
  ...{ visibility: "text", hop_ref: "text", event_version: "smallint", payload: "jsonb" },
} as const;
type EventColumn = keyof typeof EVENT_TYPES;
export const EVENT_COLUMNS = Object.keys(EVENT_TYPES) as EventColumn[];

/** The rows of a batch, as JSON whose keys are the columns. */
export function toEventRows(events: readonly LogEvent[]): string {
  return storableJson(events.map(toRow));
}

/** The rows of `toEventRows` as they stand in FROM, by the name `given`. */
export function eventRows(json: RawBuilder<string>) {
  return rowsFromJson("run_event", json, EVENT_TYPES);
}

function toRow({ runId, seq, publicSeq, at, body }: LogEvent): Record<EventColumn, unknown> {
  const { type, ...payload } = body;
  return {
    run_id: runId,
    seq,
    public_seq: publicSeq,
    at,
    type,
    visibility: PUBLIC.has(type) ? "public" : "hidden",
    hop_ref: "hopRef" in body ? body.hopRef : null,
    event_version: EVENT_VERSION,
    payload,
  };
}

/** Whether these events need an audit row of their own. */
export function hasViolation(events: readonly LogEvent[]): boolean {
  return events.some(({ body }) => body.type === "policy.violated");
}

type Batch = {
  leaseOwner: string;
  runIds: readonly string[];
  /** Out of `toEventRows`. */
  events: string;
  ended: readonly string[];
};

const append = prepareStatement("append-run-events", (given: Given<Batch>) =>
  tellHeld(withAppended(given, false)),
);

/** Violations are rare, and no other batch pays for their audit rows. */
const appendViolations = prepareStatement("append-run-violations", (given: Given<Batch>) =>
  tellHeld(withAppended(given, true).with("recorded", () => violationsPart("held"))),
);

function withAppended(given: Given<Batch>, returns: boolean) {
  const run = columnsOf("run");
  return kysely()
    .with(
      "held",
      () =>
        sql<{
          id: string;
          user_id: string;
        }>`(SELECT ${run("id")}, ${run("user_id")} FROM ${table("run")}
        WHERE ${run("id")} = ANY(${given("runIds")}::uuid[]) AND ${run("lease_owner")} = ${given("leaseOwner")}
          AND ${run("status")} = 'running' FOR SHARE)`,
    )
    .with("appended", (db) =>
      db
        .insertInto("run_event")
        .columns(EVENT_COLUMNS)
        .expression(({ selectFrom }) =>
          selectFrom(eventRows(given("events")))
            .innerJoin("held", "held.id", "given.run_id")
            .select(EVENT_COLUMNS.map((column) => `given.${column}` as const)),
        )
        .onConflict((conflict) => conflict.columns(["run_id", "seq"]).doNothing())
        .$if(returns, (inserted) => inserted.returning(APPENDED)),
    )
    .with("told", () => tellOf(given("ended")));
}

function tellHeld(written: ReturnType<typeof withAppended>) {
  return written.selectFrom("held").select(({ selectFrom }) => [
    sql<string[] | null>`array_agg(held.id)`.as("held"),
    selectFrom("told")
      .select(({ fn }) => fn.countAll().as("count"))
      .as("told"),
  ]);
}

/** One notification for every 200 runs of `held` and `ended`. */
function tellOf(ended: RawBuilder<readonly string[]>) {
  return sql<{ told: string }>`(
    SELECT pg_notify(${sql.lit(RUN_CHANNEL)}, string_agg(id::text, ',')) AS told
    FROM (
      SELECT id, row_number() OVER () AS place
      FROM (SELECT id FROM held UNION ALL SELECT unnest(${ended}::uuid[])) AS news(id)
    ) AS placed
    GROUP BY place / ${sql.lit(NOTIFIED_RUNS_MAX)})`;
}

/**
 * @param ended runs with a stored end, announced in the same notification
 * @returns the ids of the runs that still belong to `leaseOwner`, whose events are stored now
 */
export async function appendRunEvents(
  leaseOwner: string,
  events: readonly LogEvent[],
  ended: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  const runIds = [...new Set(events.map((event) => event.runId))];
  const store = hasViolation(events) ? appendViolations : append;
  const [row] = await store({ leaseOwner, runIds, events: toEventRows(events), ended });
  return new Set(row?.held ?? []);
}
