import "server-only";
/** One aggregate for what runs did, one for the state they left: by stretch of time, and over all of it. */
import { HIGH_DEVIATION } from "../../contracts/run-query.ts";
import { Prisma } from "../generated/client.ts";
import type { Buckets } from "./overview-buckets.ts";
import { costOfRun } from "./run-cost.ts";

/** `bucket` counts from 0 and is null for the sum of all. Percentiles interpolate. */
export type RunFiguresRow = {
  bucket: number | null;
  runs: number;
  running: number;
  complete: number;
  stopped: number;
  empty: number;
  failed: number;
  interrupted: number;
  denied: number;
  would_deny: number;
  needs_approval: number;
  planned: number;
  deviation: number | null;
  high_deviation: number;
  input_tokens: number;
  output_tokens: number;
  cost: number | null;
  unpriced: number;
  latency: number[] | null;
};

export type StateFiguresRow = {
  bucket: number | null;
  states: number;
  median_bytes: number | null;
  largest_bytes: number | null;
};

export function selectRunFigures(buckets: Buckets): Prisma.Sql {
  const countOf = (condition: Prisma.Sql) =>
    Prisma.sql`(count(*) FILTER (WHERE ${condition}))::int`;
  const ended = (status: string) => countOf(Prisma.sql`status = ${status}`);
  const decided = (outcome: string) => countOf(Prisma.sql`policy_outcome = ${outcome}`);
  return Prisma.sql`
SELECT bucket, count(*)::int AS runs, ${ended("running")} AS running, ${ended("complete")} AS complete,
  ${ended("stopped")} AS stopped, ${ended("empty")} AS empty, ${ended("failed")} AS failed,
  ${ended("interrupted")} AS interrupted, ${decided("deny")} AS denied, ${decided("would_deny")} AS would_deny,
  ${decided("needs_approval")} AS needs_approval, count(deviation)::int AS planned, avg(deviation) AS deviation,
  ${countOf(Prisma.sql`deviation >= ${HIGH_DEVIATION}`)} AS high_deviation,
  coalesce(sum(input_tokens), 0)::float8 AS input_tokens, coalesce(sum(output_tokens), 0)::float8 AS output_tokens,
  sum(cost) AS cost, ${countOf(Prisma.sql`cost IS NULL`)} AS unpriced,
  percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY duration_ms) AS latency
FROM (
  SELECT ${bucketOf(Prisma.sql`run.started_at`, buckets)} AS bucket, run.status, run.policy_outcome, run.deviation,
    run.input_tokens, run.output_tokens, ${costOfRun()} AS cost,
    date_part('epoch', run.ended_at - run.started_at) * 1000 AS duration_ms
  FROM run WHERE run.started_at >= ${buckets.from} AND run.started_at < ${buckets.to}
) AS begun
GROUP BY GROUPING SETS ((bucket), ())`;
}

export function selectStateFigures(buckets: Buckets): Prisma.Sql {
  return Prisma.sql`
SELECT bucket, count(*)::int AS states, percentile_cont(0.5) WITHIN GROUP (ORDER BY bytes) AS median_bytes,
  max(bytes) AS largest_bytes
FROM (
  SELECT ${bucketOf(Prisma.sql`created_at`, buckets)} AS bucket, bytes FROM hidden_state
  WHERE created_at >= ${buckets.from} AND created_at < ${buckets.to}
) AS stored
GROUP BY GROUPING SETS ((bucket), ())`;
}

function bucketOf(moment: Prisma.Sql, { from, widthMs }: Buckets): Prisma.Sql {
  return Prisma.sql`floor(date_part('epoch', ${moment} - ${from}::timestamptz) * 1000 / ${widthMs}::float8)::int`;
}
