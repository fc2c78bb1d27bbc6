import "server-only";
/** Ends the runs of dead processes: what their log holds of the answer is kept, and it reads as interrupted. */
import { type Expression, sql } from "kysely";
import { kysely } from "../client.ts";
import { columnsOf, table, text } from "../typed-sql.ts";
import { EVENT_COLUMNS, RUN_CHANNEL } from "./append-run-events.ts";

const INTERRUPTED = { ending: "interrupted", reason: "interrupted" };

const event = columnsOf("log_event", "e");

/** @returns the ids of the runs that this sweep ended */
export async function sweepExpiredRuns(): Promise<string[]> {
  const rows = await kysely()
    .with("dead", (db) =>
      db
        .selectFrom("run")
        .select(["id", "answer_message_id"])
        .where("status", "=", "running")
        .where("lease_until", "<", sql<Date>`now()`)
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
