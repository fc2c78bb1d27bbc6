import "server-only";
/** What one person may begin, counted in the database so that it holds for several instances. */
import { type RawBuilder, sql } from "kysely";
import { columnsOf, table } from "../typed-sql.ts";

export type RunLimits = {
  maxRunsAtOnce: number;
  /** Retries and decisions count as sends. */
  maxSendsPerMinute: number;
};

const run = columnsOf("run");

/** The lowest slot below the limit that no running run of the person takes; null where there is none. */
export function freeSlot(userId: RawBuilder<string>, { maxRunsAtOnce }: RunLimits) {
  return sql<number | null>`(
    SELECT min(free.slot) FROM generate_series(0, ${maxRunsAtOnce}::int - 1) AS free(slot)
    WHERE NOT EXISTS (SELECT FROM ${table("run")}
      WHERE ${run("user_id")} = ${userId} AND ${run("status")} = 'running' AND ${run("slot")} = free.slot))`;
}

/** Whether the person began fewer runs in the last minute than they may. */
export function maySend(userId: RawBuilder<string>, { maxSendsPerMinute }: RunLimits) {
  return sql<boolean>`(
    SELECT count(*) FROM ${table("run")}
    WHERE ${run("user_id")} = ${userId} AND ${run("started_at")} > now() - interval '1 minute'
  ) < ${maxSendsPerMinute}::int`;
}

/** Somebody else took the slot or wrote to the conversation at the same moment: how often to look again. */
export const ATTEMPTS_MAX = 5;
