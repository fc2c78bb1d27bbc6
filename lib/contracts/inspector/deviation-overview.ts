/** `GET /api/admin/deviation?range`: deviations over all runs of a time range. */
import * as z from "zod/mini";
import { DeviationClass } from "./run/plan-inspection.ts";

const count = z.int().check(z.nonnegative());

export const DeviationRange = z.enum(["24h", "7d", "30d", "all"]);
export type DeviationRange = z.infer<typeof DeviationRange>;

export const DeviationQuery = z.strictObject({ range: z._default(DeviationRange, "7d") });
export type DeviationQuery = z.infer<typeof DeviationQuery>;

const ClassCount = z.strictObject({ class: DeviationClass, moves: count });
export type ClassCount = z.infer<typeof ClassCount>;

/** A tool, an agent, or a plan step that deviates. */
export const DeviationEntry = z.strictObject({
  name: z.string(),
  type: z.enum(["agent", "tool", "action"]),
  /** For a step: its id in the plans. */
  stepId: z.nullable(z.string()),
  /** How often it was planned, or ran unplanned. */
  moves: count,
  /** How many of these have a cost. */
  deviating: count,
  cost: z.number().check(z.nonnegative()),
  /** Its kinds of deviation, most frequent first. */
  classes: z.array(ClassCount),
});
export type DeviationEntry = z.infer<typeof DeviationEntry>;

/** The entries with the highest cost, and the number of all. */
const Entries = z.strictObject({ shown: z.array(DeviationEntry), count });
export type DeviationEntries = z.infer<typeof Entries>;

export const DeviationOverview = z.strictObject({
  range: DeviationRange,
  /** Start of the range; null for all time. */
  since: z.nullable(z.iso.datetime()),
  /** Runs that ended in the range. All figures below are about them. */
  runs: count,
  withPlan: count,
  /** Runs with D above 0. */
  deviating: count,
  /** Mean D of the runs with a plan. */
  meanScore: z.nullable(z.number()),
  /** Runs with a plan whose score was stored without its moves. The tables below leave them out. */
  withoutMoves: count,
  moves: count,
  deviatingMoves: count,
  classes: z.array(ClassCount),
  tools: Entries,
  agents: Entries,
  steps: Entries,
});
export type DeviationOverview = z.infer<typeof DeviationOverview>;
