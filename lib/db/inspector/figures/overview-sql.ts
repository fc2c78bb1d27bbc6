/** The SQL of the overview: counts, durations and state sizes per bucket, each an index range. */
import "server-only";
import { type InferResult, type RawBuilder, type SqlBool, sql } from "kysely";
import { HIGH_DEVIATION } from "../../../contracts/inspector/run-query.ts";
import type { OverviewRange } from "../../../contracts/inspector/runs-overview.ts";
import type { CostNote } from "../../../contracts/run/run-spending.ts";
import { kysely } from "../../client.ts";
import { columnsOf, table } from "../../typed-sql.ts";
import { costOf, undatedOf } from "../runs/run-cost.ts";

const run = columnsOf("run");
const score = columnsOf("run_score");
const approval = columnsOf("approval");
const feedback = columnsOf("feedback");
const state = columnsOf("hidden_state");

// The time ranges of the overview and their buckets.

const STEPS: Record<OverviewRange, { hours: number; count: number }> = {
  "1h": { hours: 1 / 12, count: 12 },
  "24h": { hours: 1, count: 24 },
  "7d": { hours: 6, count: 28 },
  "30d": { hours: 24, count: 30 },
};

/** Additive figures: a range's figure is the sum over its buckets. `bucket` counts from 0. */
export type RunFiguresRow = InferResult<ReturnType<typeof selectRunFigures>>[number];
export type LatencyRow = InferResult<ReturnType<typeof selectLatencies>>[number];
export type StateFiguresRow = InferResult<ReturnType<typeof selectStateFigures>>[number];

const within = (moment: RawBuilder<Date>) =>
  sql<SqlBool>`${moment} >= bucket.begun AND ${moment} < bucket.over`;

/** When the first run of a period began; no row where none did. */
export function selectFirstStart({ from, to }: Buckets) {
  return kysely()
    .selectFrom("run")
    .select("run.started_at")
    .where("run.started_at", ">=", from)
    .where("run.started_at", "<", to)
    .orderBy("run.started_at")
    .limit(1);
}

export function selectRunFigures(buckets: Buckets) {
  return kysely()
    .selectFrom(bucketRows(buckets))
    .innerJoinLateral(countRuns().as("figures"), (join) => join.onTrue())
    .innerJoinLateral(countScores().as("scores"), (join) => join.onTrue())
    .innerJoinLateral(countBlocked().as("outcomes"), (join) => join.onTrue())
    .innerJoinLateral(countApprovals().as("approvals"), (join) => join.onTrue())
    .innerJoinLateral(countThumbs().as("thumbs"), (join) => join.onTrue())
    .select("bucket.number as bucket")
    .selectAll(["figures", "scores", "outcomes", "approvals", "thumbs"]);
}

/** Groups a bucket's runs, so that shared properties are computed once per group. */
function countRuns() {
  const alike = kysely()
    .selectFrom("run")
    .select(({ fn }) => [
      ...(["run.status", "run.policy_outcome", "run.model", "run.cost_note"] as const),
      fn.countAll().as("runs"),
      fn.sum<number | null>("run.cost").as("cost_stored"),
      sql<boolean>`${run("cost")} IS NULL`.as("is_unpriced"),
      fn.sum("run.input_tokens").as("input_tokens"),
      fn.sum("run.output_tokens").as("output_tokens"),
    ])
    .where(within(run("started_at")))
    .groupBy(["run.status", "run.policy_outcome", "run.model", "run.cost_note"])
    .groupBy(sql`${run("cost")} IS NULL`);
  const priced = kysely()
    .selectFrom(alike.as("alike"))
    .selectAll()
    .select(costOf(ALIKE).as("cost"));
  return kysely()
    .selectFrom(priced.as("priced"))
    .select(({ ref }) => {
      const countOf = (condition: RawBuilder<unknown>) =>
        sql<number>`coalesce(sum(${ref("runs")}) FILTER (WHERE ${condition}), 0)::int`;
      const ended = (status: string) => countOf(sql`${ref("status")} = ${status}`);
      const decided = (outcome: string) => countOf(sql`${ref("policy_outcome")} = ${outcome}`);
      return [
        sql<number>`coalesce(sum(${ref("runs")}), 0)::int`.as("runs"),
        ended("running").as("running"),
        ended("complete").as("complete"),
        ended("stopped").as("stopped"),
        ended("empty").as("empty"),
        ended("failed").as("failed"),
        ended("interrupted").as("interrupted"),
        decided("deny").as("denied"),
        decided("would_deny").as("would_deny"),
        decided("needs_approval").as("needs_approval"),
        sql<number>`coalesce(sum(${ref("input_tokens")}), 0)::float8`.as("input_tokens"),
        sql<number>`coalesce(sum(${ref("output_tokens")}), 0)::float8`.as("output_tokens"),
        sql<number | null>`sum(${ref("cost")})`.as("cost"),
        countOf(sql`${ref("cost")} IS NULL AND ${ref("cost_note")} = ANY(${NO_PRICE}::text[])`).as(
          "no_price",
        ),
        countOf(sql`${ref("cost")} IS NULL AND ${ref("status")} <> 'running'
          AND coalesce(${ref("cost_note")}, '') <> ALL(${[...NO_PRICE, "no-calls"]}::text[])`).as(
          "unknown_cost",
        ),
      ];
    });
}

/** The notes of a run whose model has no price. */
const NO_PRICE: CostNote[] = ["no-price", "own-server", "other-currency"];

const ALIKE = {
  stored: sql<number | null>`alike.cost_stored`,
  note: sql<string | null>`alike.cost_note`,
  model: sql`alike.model`,
  undated: undatedOf(sql`alike.model`),
  inputTokens: sql`alike.input_tokens`,
  outputTokens: sql`alike.output_tokens`,
};

function countScores() {
  const deviation = score("deviation");
  return kysely()
    .selectFrom("run_score")
    .select([
      sql<number>`count(${deviation})::int`.as("planned"),
      // The sum over the runs with a plan.
      sql<number>`coalesce(sum(${deviation}), 0)::float8`.as("deviation"),
      // A run that its person stopped did not deviate of itself.
      sql<number>`(count(*) FILTER (WHERE ${deviation} >= ${HIGH_DEVIATION} AND NOT EXISTS (
        SELECT 1 FROM ${table("run")} WHERE ${run("id")} = ${score("run_id")}
          AND ${run("status")} = 'stopped')))::int`.as("high_deviation"),
    ])
    .where(within(score("started_at")));
}

/** Few runs have the tag, and an index finds them. */
function countBlocked() {
  return kysely()
    .selectFrom("run")
    .select(sql<number>`count(*)::int`.as("blocked"))
    .where(within(run("started_at")))
    .where(sql<SqlBool>`${run("tags")} @> ARRAY['outcome:blocked'::text]`);
}

/** By the time of the run that asked, not of the decision. */
function countApprovals() {
  const countOf = (status: string) =>
    sql<number>`(count(DISTINCT ${run("id")}) FILTER (WHERE ${approval("status")} = ${status}))::int`;
  return kysely()
    .selectFrom("approval")
    .innerJoin("run", "run.id", "approval.run_id")
    .select([
      countOf("pending").as("waiting"),
      countOf("approved").as("approved"),
      countOf("declined").as("declined"),
    ])
    .where(within(run("started_at")));
}

/** By the time of the run, not of the thumb. */
function countThumbs() {
  const countOf = (verdict: "up" | "down") =>
    sql<number>`(count(*) FILTER (WHERE ${feedback("verdict")} = ${verdict}))::int`;
  return kysely()
    .selectFrom("feedback")
    .innerJoin("run", "run.answer_message_id", "feedback.answer_message_id")
    .select([countOf("up").as("liked"), countOf("down").as("disliked")])
    .where(within(run("started_at")));
}

/** Milliseconds at 50, 95 and 99 %, interpolated. They cannot be summed over buckets. */
export function selectLatencies(buckets: Buckets) {
  const figures = kysely()
    .selectFrom("run")
    .select(
      sql<number[] | null>`percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (
        ORDER BY date_part('epoch', ${run("ended_at")} - ${run("started_at")}) * 1000)`.as(
        "latency",
      ),
    )
    .where(within(run("started_at")));
  return kysely()
    .selectFrom(bucketRows(buckets))
    .innerJoinLateral(figures.as("figures"), (join) => join.onTrue())
    .select(["bucket.number as bucket", "figures.latency"]);
}

export function selectStateFigures(buckets: Buckets) {
  const figures = kysely()
    .selectFrom("hidden_state")
    .select(({ fn }) => [
      sql<number>`count(*)::int`.as("states"),
      sql<number | null>`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${state("bytes")})`.as(
        "median_bytes",
      ),
      fn.max<number | null>("hidden_state.bytes").as("largest_bytes"),
    ])
    .where(within(state("created_at")));
  return kysely()
    .selectFrom(bucketRows(buckets))
    .innerJoinLateral(figures.as("figures"), (join) => join.onTrue())
    .select("bucket.number as bucket")
    .selectAll("figures");
}

/** Each `bucket` with its start and end. */
function bucketRows({ from, widthMs, count }: Buckets) {
  const at = (number: RawBuilder<unknown>) =>
    sql`${from}::timestamptz + ${number} * ${widthMs}::float8 * interval '1 millisecond'`;
  return sql<{ number: number }>`(
    SELECT number, ${at(sql`number`)} AS begun, ${at(sql`(number + 1)`)} AS over
    FROM generate_series(0, ${count}::int - 1) AS number)`.as<"bucket">(sql`bucket`);
}

type Buckets = { from: Date; to: Date; widthMs: number; count: number };

/** Buckets of five minutes, hours, quarters of a day, or days in the reader's time zone; the last one contains now. */
export function bucketsOf(
  { range, offset }: { range: OverviewRange; offset: number },
  now = new Date(),
): Buckets {
  const { hours, count } = STEPS[range];
  const widthMs = hours * 3_600_000;
  const offsetMs = offset * 60_000;
  const last = Math.floor((now.getTime() - offsetMs) / widthMs) * widthMs + offsetMs;
  const from = last - (count - 1) * widthMs;
  return { from: new Date(from), to: new Date(from + count * widthMs), widthMs, count };
}
