/** Appends events of many runs in one statement. Fenced: a run whose lease is not ours takes nothing. May be repeated. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { PUBLIC_EVENT_TYPES } from "../../contracts/public/public-event.ts";
import type { LogEvent } from "../../contracts/run/log-event.ts";
import { APPENDED, violationsPart } from "../audit/record-in-statement.ts";
import { kysely } from "../client.ts";
import { type Given, prepareStatement } from "../prepare-statement.ts";
import { storableJson } from "../storable-json.ts";
import { columnsOf, rowsFromJson, table } from "../typed-sql.ts";

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
};

const append = prepareStatement("append-run-events", (given: Given<Batch>) =>
  readHeld(withAppended(given, false)),
);

/** Violations are rare, and no other batch pays for their audit rows. */
const appendViolations = prepareStatement("append-run-violations", (given: Given<Batch>) =>
  readHeld(withAppended(given, true).with("recorded", () => violationsPart("held"))),
);

/** Whoever locks several runs locks them in the order of their ids: the heartbeat does, too, and neither waits in a circle. */
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
          AND ${run("status")} = 'running' ORDER BY ${run("id")} FOR SHARE)`,
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
    );
}

function readHeld(written: ReturnType<typeof withAppended>) {
  return written.selectFrom("held").select(sql<string[] | null>`array_agg(held.id)`.as("held"));
}

/** @returns the ids of the runs that still belong to `leaseOwner`, whose events are stored now */
export async function appendRunEvents(
  leaseOwner: string,
  events: readonly LogEvent[],
): Promise<ReadonlySet<string>> {
  const runIds = [...new Set(events.map((event) => event.runId))];
  const store = hasViolation(events) ? appendViolations : append;
  const [row] = await store({ leaseOwner, runIds, events: toEventRows(events) });
  return new Set(row?.held ?? []);
}
