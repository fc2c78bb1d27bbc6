import "server-only";
/** The moves of many runs' alignments, counted in the database: equal courses of runs are unfolded once. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { db } from "../client.ts";
import { Prisma } from "../generated/client.ts";

/** Runs that are counted, newest first: reading as many scores takes a fraction of a second. */
export const RUNS_MAX = 20_000;

export type CountedMove = {
  stepId: string | null;
  type: string;
  target: string | null;
  agentId: string | null;
  /** As stored: names of classes. */
  class: unknown;
  /** How often. */
  moves: number;
  /** Of all of them. */
  cost: number;
};

export type CountedRuns = {
  runs: number;
  counted: number;
  withPlan: number;
  deviating: number;
  meanScore: number | null;
  withoutMoves: number;
};

/**
 * Names of steps, tools, agents and classes, and figures: nothing that anybody wrote.
 * @param since null: from the first run on
 * @throws AppError `forbidden` without `run:list`
 */
export async function readDeviationMoves(
  actor: Actor,
  since: Date | null,
  runsMax = RUNS_MAX,
): Promise<CountedRuns & { moves: CountedMove[] }> {
  assertCan(actor, "run:list");
  const begun = Prisma.sql`started_at >= ${since ?? new Date(0)}`;
  const inRange = Prisma.sql`status <> 'running' AND ${begun}`;
  // Both are counted in their indices, without a look at the rows.
  const runs = Prisma.sql`((SELECT count(*) FROM run WHERE ${begun})
    - (SELECT count(*) FROM run WHERE status = 'running' AND ${begun}))::int`;
  const newest = Prisma.sql`
SELECT deviation, deviation_detail AS detail FROM run WHERE ${inRange}
ORDER BY started_at DESC, id LIMIT ${runsMax}`;
  return db().$transaction(
    async (transaction) => {
      const [figures] = await transaction.$queryRaw<CountedRuns[]>(Prisma.sql`
WITH newest AS (SELECT deviation FROM run WHERE ${inRange} ORDER BY started_at DESC, id LIMIT ${runsMax})
SELECT ${runs} AS runs, count(*)::int AS counted,
  count(deviation)::int AS "withPlan", count(*) FILTER (WHERE deviation > 0)::int AS deviating,
  avg(deviation) AS "meanScore", 0 AS "withoutMoves"
FROM newest`);
      const moves = await transaction.$queryRaw<CountedMove[]>(Prisma.sql`
WITH newest AS (${newest}),
course AS (
  SELECT detail->'moves' AS moves, count(*) AS runs FROM newest WHERE deviation IS NOT NULL GROUP BY 1
)
SELECT move."stepId", move.type, move.target, move."agentId", move.class,
  sum(course.runs)::int AS moves, sum(course.runs * coalesce(move.cost, 0))::float8 AS cost
FROM course LEFT JOIN LATERAL jsonb_to_recordset(
  CASE WHEN jsonb_typeof(course.moves) = 'array' THEN course.moves ELSE '[{"type":"none"}]' END)
  AS move("stepId" text, type text, target text, "agentId" text, class jsonb, cost float8) ON true
WHERE move.type IS NOT NULL
GROUP BY 1, 2, 3, 4, 5`);
      const without = moves.find(({ type }) => type === "none")?.moves ?? 0;
      return {
        runs: figures?.runs ?? 0,
        counted: figures?.counted ?? 0,
        withPlan: figures?.withPlan ?? 0,
        deviating: figures?.deviating ?? 0,
        meanScore: figures?.meanScore ?? null,
        withoutMoves: without,
        moves: moves.filter(({ type }) => type !== "none"),
      };
    },
    { isolationLevel: "RepeatableRead" },
  );
}
