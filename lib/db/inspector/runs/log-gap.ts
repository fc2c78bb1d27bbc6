/** Whether rows were removed from a run's log, but not with its month: its numbers are gapless from 1, and the log of an ended run has its end. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { ROWS_BEHIND_RUN_END_MAX } from "../../limits.ts";
import { columnsOf, table } from "../../typed-sql.ts";

const run = columnsOf("run");
const event = columnsOf("log_event", "e");
const gone = columnsOf("erased_month", "gone");

/** A condition on `run`; false for an active run. Counts in the log's primary key. */
export function hasLogGap(): RawBuilder<boolean> {
  const own = sql`FROM ${table("log_event")} AS e WHERE ${event("run_id")} = ${run("id")}`;
  return sql<boolean>`(${run("status")} <> 'running' AND (
    (SELECT coalesce(max(${event("seq")}), 0) > count(*) ${own})
    OR 'run.ended' <> ALL (ARRAY(
      SELECT ${event("type")} ${own} ORDER BY ${event("seq")} DESC LIMIT ${sql.lit(ROWS_BEHIND_RUN_END_MAX)})))
    AND NOT EXISTS (SELECT FROM ${table("erased_month")} AS gone
      WHERE ${run("id")} >= ${gone("from_id")} AND ${run("id")} < ${gone("before_id")}))`;
}
