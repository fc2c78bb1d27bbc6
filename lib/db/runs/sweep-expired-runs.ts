import "server-only";
/** Ends the runs whose process is gone as interrupted, with the answer text from their log. */
import { type Expression, sql } from "kysely";
import { kysely } from "../client.ts";
import { columnsOf, table, text } from "../typed-sql.ts";
import { EVENT_COLUMNS, RUN_CHANNEL } from "./append-run-events.ts";

const INTERRUPTED = { ending: "interrupted", reason: "interrupted" };

const event = columnsOf("log_event", "e");

export type OrphanedRun = { id: string; leaseOwner: string };

type OrphanScope = {
  /** Runs that this process still works on or has yet to store the end of: they are not orphaned. */
  held: readonly string[];
  /**
   * Where one server at a time works with a data folder: `owner` is this process, and every other owner whose name begins
   * with `prefix` is gone, whatever its lease says. Null: only leases tell.
   */
  predecessors: { prefix: string; owner: string } | null;
};

const ONLY_LEASES: OrphanScope = { held: [], predecessors: null };

const run = columnsOf("run");

/** A comparison with NULL matches no lease owner. */
function isOrphaned({ held, predecessors }: OrphanScope) {
  return sql<boolean>`(${run("status")} = 'running' AND NOT (${run("id")} = ANY(${[...held]}::uuid[]))
    AND (${run("lease_until")} < now() OR (
      starts_with(${run("lease_owner")}, ${predecessors?.prefix ?? null}::text)
      AND ${run("lease_owner")} <> ${predecessors?.owner ?? null}::text)))`;
}

export function findOrphanedRuns(scope = ONLY_LEASES): Promise<OrphanedRun[]> {
  return kysely()
    .selectFrom("run")
    .select(["id", "lease_owner as leaseOwner"])
    .where(isOrphaned(scope))
    .execute();
}

/** @returns the ids of the runs ended by this call; others may have been renewed or ended elsewhere */
export async function interruptOrphanedRuns(
  runIds: readonly string[],
  scope = ONLY_LEASES,
): Promise<string[]> {
  if (runIds.length === 0) return [];
  const rows = await kysely()
    .with("dead", (db) =>
      db
        .selectFrom("run")
        .select(["id", "answer_message_id"])
        .where("id", "in", runIds)
        .where(isOrphaned(scope))
        .forUpdate()
        .skipLocked(),
    )
    .with("ended", (db) =>
      db
        .updateTable("run")
        .from("dead")
        .set(({ ref }) => ({
          status: INTERRUPTED.ending,
          reason: INTERRUPTED.reason,
          ended_at: sql<Date>`now()`,
          tags: sql<string[]>`ARRAY(
            SELECT DISTINCT (${event("payload")}->>'kind') || ':' || (${event("payload")}->>'nodeId')
            FROM ${table("log_event")} AS e
            WHERE ${event("run_id")} = ${ref("run.id")} AND ${event("type")} = 'hop.started'
              AND ${event("payload")}->>'kind' IN ('agent', 'tool') ORDER BY 1)`,
        }))
        .whereRef("run.id", "=", "dead.id"),
    )
    .with("answered", (db) =>
      db
        .updateTable("message")
        .from("dead")
        .set(({ ref }) => ({ ...INTERRUPTED, content: loggedAnswer(ref("dead.id")) }))
        .whereRef("message.id", "=", "dead.answer_message_id"),
    )
    .with("appended", (db) =>
      db
        .insertInto("run_event")
        .columns(
          EVENT_COLUMNS.filter((column) => column !== "hop_ref" && column !== "event_version"),
        )
        .expression(({ selectFrom }) =>
          selectFrom("dead")
            .leftJoin("run_event as e", "e.run_id", "dead.id")
            .groupBy("dead.id")
            .select(({ ref }) => [
              "dead.id",
              sql<number>`coalesce(max(${ref("e.seq")}), 0) + 1`.as("seq"),
              sql<number>`coalesce(max(${ref("e.public_seq")}), 0) + 1`.as("public_seq"),
              sql<Date>`now()`.as("at"),
              sql<string>`'run.ended'`.as("type"),
              sql<string>`'public'`.as("visibility"),
              sql<unknown>`${JSON.stringify(INTERRUPTED)}::jsonb`.as("payload"),
            ]),
        ),
    )
    .selectFrom("dead")
    .select(["id"])
    .select(({ ref }) => sql`pg_notify(${text(RUN_CHANNEL)}, ${ref("id")}::text)`.as("told"))
    .execute();
  return rows.map((row) => row.id);
}

/** The answer of a run as far as its log has it. */
export function loggedAnswer(runId: Expression<string>) {
  return sql<string>`coalesce((
    SELECT string_agg(${event("payload")}->>'text', '' ORDER BY ${event("seq")}) FROM ${table("log_event")} AS e
    WHERE ${event("run_id")} = ${runId} AND ${event("type")} = 'answer.delta'), '')`;
}
