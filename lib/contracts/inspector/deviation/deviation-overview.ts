/** `GET /api/admin/deviation?range`: deviations over all runs of a time range. */
import { z } from "zod";
import { DeviationClass } from "../plan/plan-inspection.ts";

const count = z.int().nonnegative();

export const DeviationRange = z.enum(["24h", "7d", "30d", "all"]);
export type DeviationRange = z.infer<typeof DeviationRange>;

export const DeviationQuery = z.strictObject({ range: DeviationRange.default("7d") });
export type DeviationQuery = z.infer<typeof DeviationQuery>;

const ClassCount = z.strictObject({ class: DeviationClass, moves: count });
export type ClassCount = z.infer<typeof ClassCount>;

/** What deviates: a tool, an agent, or a step of plans. */
export const DeviationEntry = z.strictObject({
  name: z.string(),
  type: z.enum(["agent", "tool", "action"]),
  /** Of a step: its id in the plans. */
  stepId: z.string().nullable(),
  /** How often it was planned, or ran without a plan for it. */
  moves: count,
  /** How many of these cost something. */
  deviating: count,
  cost: z.number().nonnegative(),
  /** Those that deviate, most frequent first. */
  classes: z.array(ClassCount),
});
export type DeviationEntry = z.infer<typeof DeviationEntry>;

/** The first of them by cost, and how many there are. */
const Entries = z.strictObject({ shown: z.array(DeviationEntry), count });
export type DeviationEntries = z.infer<typeof Entries>;

export const DeviationOverview = z.strictObject({
  range: DeviationRange,
  /** Null for all time. */
  since: z.iso.datetime().nullable(),
  /** Runs that ended in the range: everything below is about all of them. */
  runs: count,
  withPlan: count,
  /** Runs with D above 0. */
  deviating: count,
  /** Mean D of the runs with a plan. */
  meanScore: z.number().nullable(),
  /** Runs with a plan whose score was stored without its moves: in no table below. */
  withoutMoves: count,
  moves: count,
  deviatingMoves: count,
  classes: z.array(ClassCount),
  tools: Entries,
  agents: Entries,
  steps: Entries,
});
export type DeviationOverview = z.infer<typeof DeviationOverview>;
