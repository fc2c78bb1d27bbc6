/** Appends events of many runs in one statement. Fenced: a run whose lease is not ours takes nothing. May be repeated. */
import "server-only";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { LogEvent } from "../../contracts/run/log-event.ts";
import { APPENDED, toViolationRows, violationsPart } from "../audit/record-in-statement.ts";
import { type Database, db, kysely } from "../client.ts";
import { type Given, prepareVariants } from "../prepare-statement.ts";
import { columnsOf, insertRows, table } from "../typed-sql.ts";
import { EVENT_TYPES, type SignedEvent, toEventRows } from "./signed-event.ts";

/**
 * @param userOf the person of a run, where the caller knows: it is read for events that need an audit row
 * @returns the ids of the runs that still belong to `leaseOwner`, whose events are stored now
 */
export async function appendRunEvents(
  leaseOwner: string,
  events: readonly SignedEvent[],
  userOf?: (runId: string) => string | undefined,
): Promise<ReadonlySet<string>> {
  const runIds = [...new Set(events.map((event) => event.runId))];
  const violated = hasViolation(events);
  const violationRows = violated
    ? toViolationRows(events, userOf ?? (await readPeople(runIds)))
    : "[]";
  const batch = { leaseOwner, runIds, events: toEventRows(events), violationRows };
  const [row] = await appendTo({ violated })(batch);
  return new Set(row?.held ?? []);
}

async function readPeople(runIds: string[]): Promise<(runId: string) => string | undefined> {
  const runs = await db().run.findMany({
    where: { id: { in: runIds } },
    select: { id: true, userId: true },
  });
  const people = new Map(runs.map(({ id, userId }) => [id, userId]));
  return (runId) => people.get(runId);
}

type Batch = {
  leaseOwner: string;
  runIds: readonly string[];
  /** Out of `toEventRows`. */
  events: string;
  /** Out of `toViolationRows`. */
  violationRows: string;
};

/**
 * Whoever locks several runs locks them in the order of their ids: the heartbeat does, too, and neither waits in a circle.
 * Violations are rare, and no other batch pays for their audit rows.
 */
const appendTo = prepareVariants(
  "append-run-events",
  (given: Given<Batch>, { violated }: { violated: boolean }) => {
    const run = columnsOf("run");
    const appended: QueryCreator<Database & { held: { id: string } }> = kysely()
      .with(
        "held",
        () => sql<{ id: string }>`(SELECT ${run("id")} FROM ${table("run")}
          WHERE ${run("id")} = ANY(${given("runIds")}::uuid[]) AND ${run("lease_owner")} = ${given("leaseOwner")}
            AND ${run("status")} = 'running' ORDER BY ${run("id")} FOR SHARE)`,
      )
      .with("appended", (db) => appendEvents(db, given("events"), "held", violated));
    const recorded = violated
      ? appended.with("recorded", (db) => violationsPart(db, given("violationRows")))
      : appended;
    return recorded.selectFrom("held").select(sql<string[] | null>`array_agg(held.id)`.as("held"));
  },
);

/**
 * The part `appended` of a statement whose part `runs` returns the runs that take events.
 * @param violated whether the part that records violations reads it
 */
export function appendEvents(
  db: QueryCreator<Database>,
  events: RawBuilder<string>,
  runs: "held" | "ended",
  violated: boolean,
) {
  const [run, given] = [columnsOf("run", runs), columnsOf("run_event", "given")];
  const rest = sql`JOIN ${sql.table(runs)} ON ${run("id")} = ${given("run_id")}`;
  return insertEvents(db, events, rest)
    .onConflict((conflict) => conflict.columns(["run_id", "seq"]).doNothing())
    .$if(violated, (inserted) => inserted.returning(APPENDED));
}

/** @param events out of `toEventRows` @param rest what follows them in FROM */
export function insertEvents(
  db: QueryCreator<Database>,
  events: string | RawBuilder<string>,
  rest?: RawBuilder<unknown>,
) {
  return insertRows(db, "run_event", { json: events, types: EVENT_TYPES, rest }, {});
}

/** Whether these events need an audit row of their own. */
export function hasViolation(events: readonly LogEvent[]): boolean {
  return events.some(({ body }) => body.type === "policy.violated");
}
