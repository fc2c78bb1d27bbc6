import "server-only";
/** What runs did, how long they took and what state they left: bucket by bucket, each one a stretch of an index. */
import { HIGH_DEVIATION } from "../../../contracts/inspector/runs/run-query.ts";
import { Prisma } from "../../generated/client.ts";
import { costOf, undatedOf } from "../runs/run-cost.ts";
import type { Buckets } from "./overview-buckets.ts";

/** Figures that add up: those of a range are the sums of its buckets'. `bucket` counts from 0. */
export type RunFiguresRow = {
  bucket: number;
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
  /** Sum over the runs with a plan. */
  deviation: number;
  high_deviation: number;
  input_tokens: number;
  output_tokens: number;
  cost: number | null;
  unpriced: number;
};

/** Milliseconds at 50, 95 and 99 %, interpolated. Of a longer stretch they come from no sum. */
export type LatencyRow = { bucket: number; latency: number[] | null };

export type StateFiguresRow = {
  bucket: number;
  states: number;
  median_bytes: number | null;
  largest_bytes: number | null;
};

/** Runs of a bucket fall into few groups: what all of a group have in common is looked at once a group. */
export function selectRunFigures(buckets: Buckets): Prisma.Sql {
  const countOf = (condition: Prisma.Sql) =>
    Prisma.sql`coalesce(sum(runs) FILTER (WHERE ${condition}), 0)::int`;
  const ended = (status: string) => countOf(Prisma.sql`status = ${status}`);
  const decided = (outcome: string) => countOf(Prisma.sql`policy_outcome = ${outcome}`);
  return Prisma.sql`
SELECT bucket.number AS bucket, figures.* FROM ${bucketRows(buckets)}
CROSS JOIN LATERAL (
  SELECT coalesce(sum(runs), 0)::int AS runs, ${ended("running")} AS running, ${ended("complete")} AS complete,
    ${ended("stopped")} AS stopped, ${ended("empty")} AS empty, ${ended("failed")} AS failed,
    ${ended("interrupted")} AS interrupted, ${decided("deny")} AS denied, ${decided("would_deny")} AS would_deny,
    ${decided("needs_approval")} AS needs_approval, coalesce(sum(planned), 0)::int AS planned,
    coalesce(sum(deviation), 0)::float8 AS deviation, coalesce(sum(high), 0)::int AS high_deviation,
    coalesce(sum(input_tokens), 0)::float8 AS input_tokens, coalesce(sum(output_tokens), 0)::float8 AS output_tokens,
    sum(cost) AS cost, ${countOf(Prisma.sql`cost IS NULL`)} AS unpriced
  FROM (
    SELECT alike.*, ${costOf(Prisma.sql`alike`, undatedOf(Prisma.sql`alike.model`))} AS cost
    FROM (
      SELECT status, policy_outcome, model, count(*) AS runs, count(deviation) AS planned, sum(deviation) AS deviation,
        count(*) FILTER (WHERE deviation >= ${HIGH_DEVIATION}) AS high,
        sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens
      FROM run WHERE started_at >= bucket.begun AND started_at < bucket.over GROUP BY status, policy_outcome, model
    ) AS alike
  ) AS priced
) AS figures`;
}

export function selectLatencies(buckets: Buckets): Prisma.Sql {
  return Prisma.sql`
SELECT bucket.number AS bucket, figures.latency FROM ${bucketRows(buckets)}
CROSS JOIN LATERAL (
  SELECT percentile_cont(ARRAY[0.5, 0.95, 0.99])
    WITHIN GROUP (ORDER BY date_part('epoch', ended_at - started_at) * 1000) AS latency
  FROM run WHERE started_at >= bucket.begun AND started_at < bucket.over
) AS figures`;
}

export function selectStateFigures(buckets: Buckets): Prisma.Sql {
  return Prisma.sql`
SELECT bucket.number AS bucket, figures.* FROM ${bucketRows(buckets)}
CROSS JOIN LATERAL (
  SELECT count(*)::int AS states, percentile_cont(0.5) WITHIN GROUP (ORDER BY bytes) AS median_bytes,
    max(bytes) AS largest_bytes
  FROM hidden_state WHERE created_at >= bucket.begun AND created_at < bucket.over
) AS figures`;
}

/** `bucket`, with where each begins and is over. */
function bucketRows({ from, widthMs, count }: Buckets): Prisma.Sql {
  const at = (number: Prisma.Sql) =>
    Prisma.sql`${from}::timestamptz + ${number} * ${widthMs}::float8 * interval '1 millisecond'`;
  return Prisma.sql`(
  SELECT number, ${at(Prisma.sql`number`)} AS begun, ${at(Prisma.sql`(number + 1)`)} AS over
  FROM generate_series(0, ${count}::int - 1) AS number) AS bucket`;
}
