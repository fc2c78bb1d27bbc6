/** Counts the alignment moves of many runs in the database. Equal alignments are expanded once. */
import "server-only";
import { type InferResult, sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { columnsOf, rowsFromJsonb } from "../typed-sql.ts";

/** `class` has the stored names of the classes, `moves` the number of equal moves, and `cost` the sum over them. */
export type CountedMove = InferResult<ReturnType<typeof selectMoves>>[number];

export type CountedRuns = {
  runs: number;
  withPlan: number;
  deviating: number;
  meanScore: number | null;
  withoutMoves: number;
};

/**
 * Names of steps, tools, agents and classes, and figures: no written text.
 * @param since null: from the first run on
 * @throws AppError `forbidden` without `run:list`
 */
export async function readDeviationMoves(
  actor: Actor,
  since: Date | null,
): Promise<CountedRuns & { moves: CountedMove[] }> {
  assertCan(actor, "run:list");
  const from = since ?? new Date(0);
  return kysely()
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      const runs = await countEnded(transaction, from);
      const alignments = await countAlignments(transaction, from).execute();
      type Alignment = InferResult<ReturnType<typeof countAlignments>>[number];
      const sumOf = (figure: (row: Alignment) => number) =>
        alignments.reduce((sum, row) => sum + figure(row), 0);
      const withPlan = sumOf((row) => row.runs);
      return {
        runs,
        withPlan,
        deviating: sumOf(({ deviating }) => deviating),
        meanScore: withPlan === 0 ? null : sumOf(({ score }) => score) / withPlan,
        withoutMoves: alignments.find((row) => row.plan_fingerprint === null)?.runs ?? 0,
        moves: await selectMoves(transaction, from).execute(),
      };
    });
}

/** Counts active runs separately; they are few, and an index counts the others. */
async function countEnded(transaction: DatabaseTransaction, from: Date): Promise<number> {
  const begun = transaction
    .selectFrom("run")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("started_at", ">=", from);
  const all = await begun.executeTakeFirstOrThrow();
  const running = await begun.where("status", "=", "running").executeTakeFirstOrThrow();
  return Number(all.count) - Number(running.count);
}

/** How many runs share each alignment. */
function countAlignments(transaction: DatabaseTransaction, from: Date) {
  return transaction
    .selectFrom("run_score")
    .select(({ ref }) => [
      "plan_fingerprint",
      sql<number>`count(*)::int`.as("runs"),
      sql<number>`(count(*) FILTER (WHERE ${ref("deviation")} > 0))::int`.as("deviating"),
      sql<number>`sum(${ref("deviation")})`.as("score"),
    ])
    .where("started_at", ">=", from)
    .where("deviation", "is not", null)
    .groupBy("plan_fingerprint");
}

/** Expands one run per alignment. */
function selectMoves(transaction: DatabaseTransaction, from: Date) {
  const detail = columnsOf("run_score")("detail");
  const unfolded = rowsFromJsonb(
    "move",
    sql`CASE WHEN jsonb_typeof(${detail}->'moves') = 'array' THEN ${detail}->'moves' ELSE '[]' END`,
    {
      stepId: "text",
      type: "text",
      target: "text",
      agentId: "text",
      class: "jsonb",
      cost: "float8",
    },
  );
  return transaction
    .with(
      (cte) => cte("alignment").materialized(),
      (db) =>
        db
          .selectFrom("run_score")
          .select(({ ref }) => [
            sql<string>`any_value(${ref("run_id")})`.as("run_id"),
            sql<number>`count(*)`.as("runs"),
          ])
          .where("started_at", ">=", from)
          .where("deviation", "is not", null)
          .where("plan_fingerprint", "is not", null)
          .groupBy("plan_fingerprint"),
    )
    .selectFrom("alignment")
    .innerJoin("run_score", "run_score.run_id", "alignment.run_id")
    .innerJoin(unfolded, (join) => join.onTrue())
    .select(({ ref }) => [
      ...(["move.stepId", "move.target", "move.agentId", "move.class"] as const),
      sql<string>`${ref("move.type")}`.as("type"),
      sql<number>`sum(${ref("alignment.runs")})::int`.as("moves"),
      sql<number>`sum(${ref("alignment.runs")} * coalesce(${ref("move.cost")}, 0))::float8`.as(
        "cost",
      ),
    ])
    .where("move.type", "is not", null)
    .groupBy(["move.stepId", "move.type", "move.target", "move.agentId", "move.class"]);
}
