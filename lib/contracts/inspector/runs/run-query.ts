/** The query of the list of runs, and one page of it. */
import { z } from "zod";
import { PolicyOutcome } from "../../run/hop-decision.ts";
import { InspectedRun, RunStatus } from "../run/inspected-run.ts";

/** How far a run left its plan. `slight` is below a D of 0.2, `high` is from there on. */
export const DeviationBand = z.enum(["no-plan", "none", "slight", "high"]);
export type DeviationBand = z.infer<typeof DeviationBand>;
export const HIGH_DEVIATION = 0.2;

/** What deviated: a class of a step, something unplanned, or a finding that has to be looked at. */
export const DeviationKind = z.enum([
  "missing",
  "pending",
  "wrong_target",
  "unexpected_args",
  "args_unverified",
  "failed",
  "denied",
  "out_of_order",
  "retried",
  "unplanned",
  "unplanned_write",
  "would_deny",
  "self_report_mismatch",
  "ambiguous",
  "unknown_step",
  "repeated_step_id",
]);
export type DeviationKind = z.infer<typeof DeviationKind>;

/** `undecided`: no policy was asked. */
export const PolicyFilter = z.enum([...PolicyOutcome.options, "undecided"]);
export type PolicyFilter = z.infer<typeof PolicyFilter>;

/** PostgreSQL stores no NUL, so nothing can hold one. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => !text.includes("\0"));

/** What runs have to be, all of it together. */
export const RunFilters = z.strictObject({
  status: RunStatus.optional(),
  /** An agent that took part, by its id. */
  agent: name.optional(),
  /** A tool that was called, by its name. */
  tool: name.optional(),
  deviation: DeviationBand.optional(),
  kind: DeviationKind.optional(),
  policy: PolicyFilter.optional(),
  /** When the run began: from this moment, and before that one. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** Part of the person's name or e-mail address. */
  person: name.optional(),
  /** Words of the question or the answer; `"in quotes"` a phrase, `-word` without it, `or` between two. */
  q: name.optional(),
});
export type RunFilters = z.infer<typeof RunFilters>;

export const RunSort = z.enum([
  "started",
  "duration",
  "tokens",
  "deviation",
  "cost",
  "model-calls",
  "tool-calls",
]);
export type RunSort = z.infer<typeof RunSort>;

/** `desc` is the largest first, for times the newest. Runs without a figure come last either way. */
export const SortDirection = z.enum(["desc", "asc"]);
export type SortDirection = z.infer<typeof SortDirection>;

/** A place between two rows: what the list is sorted by, and a run id. */
const RunCursor = z.string().regex(/^-?\d{1,16}(\.\d{1,20})?(e-\d{1,3})?~[0-9a-f-]{36}$/);

/** Query of `GET /api/admin/runs`. `before` and `after` are the cursors of a page; at most one of them. */
export const RunQuery = RunFilters.extend({
  sort: RunSort.optional(),
  dir: SortDirection.optional(),
  before: RunCursor.optional(),
  after: RunCursor.optional(),
});
export type RunQuery = z.infer<typeof RunQuery>;

const count = z.int().nonnegative();

/** `GET /api/admin/runs`. A cursor is null where nothing lies beyond it: `newer` above the page, `older` below. */
export const RunPage = z.strictObject({
  runs: z.array(InspectedRun),
  newer: z.string().nullable(),
  older: z.string().nullable(),
  /** How many runs fit the filters, and how many of them are going on. */
  total: count,
  running: count,
});
export type RunPage = z.infer<typeof RunPage>;

/** `GET /api/admin/runs/names`: what can be chosen in a filter, as the newest runs know it. */
export const RunNames = z.strictObject({
  agents: z.array(z.string()),
  tools: z.array(z.string()),
});
export type RunNames = z.infer<typeof RunNames>;

/** Query of `GET /api/admin/runs/export`: the filters and the order of the list, and a form. */
export const RunExportQuery = RunQuery.omit({ before: true, after: true }).extend({
  format: z.enum(["csv", "jsonl"]),
});
export type RunExportQuery = z.infer<typeof RunExportQuery>;
