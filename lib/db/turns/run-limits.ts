import "server-only";
/** Limits of one person's runs, counted in the database across all instances. */
import { type RawBuilder, sql } from "kysely";
import { columnsOf, table } from "../typed-sql.ts";

export type RunLimits = {
  maxRunsAtOnce: number;
  /** Retries and decisions count as sends. */
  maxSendsPerMinute: number;
};

type GivenLimits = { [Limit in keyof RunLimits]: RawBuilder<number> };

const run = columnsOf("run");

/** The lowest free slot below the limit; null if all are taken. Its cost grows with the slots taken, not with the limit. */
export function freeSlot(userId: RawBuilder<string>, { maxRunsAtOnce }: GivenLimits) {
  return sql<number | null>`(
    SELECT min(free.slot) FROM (
      SELECT 0 UNION ALL SELECT ${run("slot")} + 1 FROM ${table("run")}
      WHERE ${run("user_id")} = ${userId} AND ${run("status")} = 'running'
    ) AS free(slot)
    WHERE free.slot < ${maxRunsAtOnce}::int AND NOT EXISTS (SELECT FROM ${table("run")}
      WHERE ${run("user_id")} = ${userId} AND ${run("status")} = 'running' AND ${run("slot")} = free.slot))`;
}

/** True if the person may start another run in this minute. */
export function maySend(userId: RawBuilder<string>, { maxSendsPerMinute }: GivenLimits) {
  return sql<boolean>`(
    SELECT count(*) FROM ${table("run")}
    WHERE ${run("user_id")} = ${userId} AND ${run("started_at")} > now() - interval '1 minute'
  ) < ${maxSendsPerMinute}::int`;
}
