import "server-only";
/** The moves of many runs' alignments, counted in the database: equal courses of runs are unfolded once. */
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";

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
  withPlan: number;
  deviating: number;
  meanScore: number | null;
  withoutMoves: number;
};

type CourseRow = { course: string | null; runs: number; deviating: number; score: number };

/**
 * Names of steps, tools, agents and classes, and figures: nothing that anybody wrote.
 * @param since null: from the first run on
 * @throws AppError `forbidden` without `run:list`
 */
export async function readDeviationMoves(
  actor: Actor,
  since: Date | null,
): Promise<CountedRuns & { moves: CountedMove[] }> {
  assertCan(actor, "run:list");
  const begun = Prisma.sql`started_at >= ${since ?? new Date(0)}`;
  return db().$transaction(
    async (transaction) => {
      const [ended] = await transaction.$queryRaw<{ runs: number }[]>(Prisma.sql`
SELECT ((SELECT count(*) FROM run WHERE ${begun})
  - (SELECT count(*) FROM run WHERE status = 'running' AND ${begun}))::int AS runs`);
      const courses = await transaction.$queryRaw<CourseRow[]>(Prisma.sql`
SELECT course, count(*)::int AS runs, (count(*) FILTER (WHERE deviation > 0))::int AS deviating,
  sum(deviation) AS score FROM run WHERE ${scored(begun)} GROUP BY course`);
      const moves = await transaction.$queryRaw<CountedMove[]>(selectMoves(begun));
      const sumOf = (figure: (row: CourseRow) => number) =>
        courses.reduce((sum, row) => sum + figure(row), 0);
      const withPlan = sumOf(({ runs }) => runs);
      return {
        runs: ended?.runs ?? 0,
        withPlan,
        deviating: sumOf(({ deviating }) => deviating),
        meanScore: withPlan === 0 ? null : sumOf(({ score }) => score) / withPlan,
        withoutMoves: courses.find(({ course }) => course === null)?.runs ?? 0,
        moves,
      };
    },
    { isolationLevel: "RepeatableRead" },
  );
}

/** The condition of the index `run_course`. */
function scored(begun: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`deviation IS NOT NULL AND status <> 'running' AND ${begun}`;
}

/** Of all runs of a course, one is looked at. */
function selectMoves(begun: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
WITH course AS MATERIALIZED (
  SELECT any_value(id) AS run_id, count(*) AS runs FROM run
  WHERE ${scored(begun)} AND course IS NOT NULL GROUP BY course
)
SELECT move."stepId", move.type, move.target, move."agentId", move.class,
  sum(course.runs)::int AS moves, sum(course.runs * coalesce(move.cost, 0))::float8 AS cost
FROM course JOIN run ON run.id = course.run_id CROSS JOIN LATERAL jsonb_to_recordset(
  CASE WHEN jsonb_typeof(run.deviation_detail->'moves') = 'array' THEN run.deviation_detail->'moves' ELSE '[]' END)
  AS move("stepId" text, type text, target text, "agentId" text, class jsonb, cost float8)
WHERE move.type IS NOT NULL
GROUP BY 1, 2, 3, 4, 5`;
}
