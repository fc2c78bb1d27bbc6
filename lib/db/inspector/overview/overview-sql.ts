import "server-only";
/** The SQL of the overview: counts, durations and state sizes per bucket, each an index range. */
import { type RawBuilder, sql } from "kysely";
import { HIGH_DEVIATION } from "../../../contracts/inspector/runs/run-query.ts";
import { columnsOf, table } from "../../typed-sql.ts";
import { costOf, undatedOf } from "../runs/run-cost.ts";
import type { Buckets } from "./overview-buckets.ts";

const run = columnsOf("run");
const score = columnsOf("run_score");
const state = columnsOf("hidden_state");

/** Additive figures: a range's figure is the sum over its buckets. `bucket` counts from 0. */
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

/** Milliseconds at 50, 95 and 99 %, interpolated. They cannot be summed over buckets. */
export type LatencyRow = { bucket: number; latency: number[] | null };

export type StateFiguresRow = {
  bucket: number;
  states: number;
  median_bytes: number | null;
  largest_bytes: number | null;
};

const within = (moment: RawBuilder<unknown>) =>
  sql`${moment} >= bucket.begun AND ${moment} < bucket.over`;

/** Groups a bucket's runs, so that shared properties are computed once per group. */
export function selectRunFigures(buckets: Buckets): RawBuilder<RunFiguresRow> {
  const countOf = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(runs) FILTER (WHERE ${condition}), 0)::int`;
  const ended = (status: string) => countOf(sql`status = ${status}`);
  const decided = (outcome: string) => countOf(sql`policy_outcome = ${outcome}`);
  return sql`
SELECT bucket.number AS bucket, figures.*, scores.* FROM ${bucketRows(buckets)}
CROSS JOIN LATERAL (
  SELECT coalesce(sum(runs), 0)::int AS runs, ${ended("running")} AS running, ${ended("complete")} AS complete,
    ${ended("stopped")} AS stopped, ${ended("empty")} AS empty, ${ended("failed")} AS failed,
    ${ended("interrupted")} AS interrupted, ${decided("deny")} AS denied, ${decided("would_deny")} AS would_deny,
    ${decided("needs_approval")} AS needs_approval,
    coalesce(sum(input_tokens), 0)::float8 AS input_tokens, coalesce(sum(output_tokens), 0)::float8 AS output_tokens,
    sum(cost) AS cost, ${countOf(sql`cost IS NULL`)} AS unpriced
  FROM (
    SELECT alike.*, ${costOf(ALIKE)} AS cost
    FROM (
      SELECT ${run("status")}, ${run("policy_outcome")}, ${run("model")}, count(*) AS runs,
        sum(${run("input_tokens")}) AS input_tokens, sum(${run("output_tokens")}) AS output_tokens
      FROM ${table("run")} WHERE ${within(run("started_at"))}
      GROUP BY ${run("status")}, ${run("policy_outcome")}, ${run("model")}
    ) AS alike
  ) AS priced
) AS figures
CROSS JOIN LATERAL (
  SELECT count(${score("deviation")})::int AS planned, coalesce(sum(${score("deviation")}), 0)::float8 AS deviation,
    (count(*) FILTER (WHERE ${score("deviation")} >= ${HIGH_DEVIATION}))::int AS high_deviation
  FROM ${table("run_score")} WHERE ${within(score("started_at"))}
) AS scores`;
}

const ALIKE = {
  model: sql`alike.model`,
  undated: undatedOf(sql`alike.model`),
  inputTokens: sql`alike.input_tokens`,
  outputTokens: sql`alike.output_tokens`,
};

export function selectLatencies(buckets: Buckets): RawBuilder<LatencyRow> {
  return sql`
SELECT bucket.number AS bucket, figures.latency FROM ${bucketRows(buckets)}
CROSS JOIN LATERAL (
  SELECT percentile_cont(ARRAY[0.5, 0.95, 0.99])
    WITHIN GROUP (ORDER BY date_part('epoch', ${run("ended_at")} - ${run("started_at")}) * 1000) AS latency
  FROM ${table("run")} WHERE ${within(run("started_at"))}
) AS figures`;
}

export function selectStateFigures(buckets: Buckets): RawBuilder<StateFiguresRow> {
  return sql`
SELECT bucket.number AS bucket, figures.* FROM ${bucketRows(buckets)}
CROSS JOIN LATERAL (
  SELECT count(*)::int AS states, percentile_cont(0.5) WITHIN GROUP (ORDER BY ${state("bytes")}) AS median_bytes,
    max(${state("bytes")}) AS largest_bytes
  FROM ${table("hidden_state")} WHERE ${within(state("created_at"))}
) AS figures`;
}

/** Each `bucket` with its start and end. */
function bucketRows({ from, widthMs, count }: Buckets): RawBuilder<unknown> {
  const at = (number: RawBuilder<unknown>) =>
    sql`${from}::timestamptz + ${number} * ${widthMs}::float8 * interval '1 millisecond'`;
  return sql`(
  SELECT number, ${at(sql`number`)} AS begun, ${at(sql`(number + 1)`)} AS over
  FROM generate_series(0, ${count}::int - 1) AS number) AS bucket`;
}
