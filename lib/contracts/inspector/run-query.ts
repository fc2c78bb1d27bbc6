/** The query of the list of runs, and one page of it. */
import * as z from "zod/mini";
import { ApprovalState, PolicyOutcome } from "../run/hop-decision.ts";
import { TypedReason } from "./opening/payload-opening.ts";
import { NameFilter, type Period, timeFilters } from "./period.ts";
import { InspectedRun, RunStatus } from "./run/inspected-run.ts";

/** Bands of D. `slight` is a D above 0 and below 0.2, `high` starts at 0.2. */
export const DeviationBand = z.enum(["no-plan", "none", "slight", "high"]);
export type DeviationBand = z.infer<typeof DeviationBand>;
export const HIGH_DEVIATION = 0.2;

/** What deviated: a class of a step, something unplanned, or a finding that needs a review. `log_gap`: the log itself. */
export const DeviationKind = z.enum([
  "missing",
  "not_reached",
  "pending",
  "wrong_target",
  "unexpected_args",
  "args_unverified",
  "failed",
  "stopped",
  "denied",
  "out_of_order",
  "retried",
  "unplanned",
  "unplanned_write",
  "would_deny",
  "needs_approval",
  "self_report_mismatch",
  "ambiguous",
  "unknown_step",
  "repeated_step_id",
  "unknown_version",
  "log_gap",
]);
export type DeviationKind = z.infer<typeof DeviationKind>;

/** What an agent's context state says came of its work. `blocked`: it cannot go on, and says why. */
const RunOutcome = z.enum(["blocked"]);

/** What the person thought of the answer. `words`: a thumb with words; `any`: a thumb. */
export const FeedbackFilter = z.enum(["up", "down", "words", "any"]);
export type FeedbackFilter = z.infer<typeof FeedbackFilter>;

/** `undecided`: no policy was asked. What became of an approval narrows `needs_approval`. */
export const PolicyFilter = z.enum([
  ...PolicyOutcome.options,
  ...ApprovalState.options,
  "undecided",
]);
export type PolicyFilter = z.infer<typeof PolicyFilter>;

/** The filters of the list. A run must match all of them. */
export const RunFilters = z.strictObject({
  status: z.optional(RunStatus),
  /** Why it failed, was interrupted or stayed empty: a code of lib/errors. */
  reason: z.optional(NameFilter),
  /** An agent that took part, by its id. */
  agent: z.optional(NameFilter),
  /** A tool that was called, by its name. */
  tool: z.optional(NameFilter),
  deviation: z.optional(DeviationBand),
  kind: z.optional(DeviationKind),
  policy: z.optional(PolicyFilter),
  outcome: z.optional(RunOutcome),
  feedback: z.optional(FeedbackFilter),
  /** The start of the run; `usualPeriod` where nothing is given. */
  ...timeFilters,
  /** A part of the person's name or e-mail address. */
  person: z.optional(NameFilter),
  /**
   * Words of the question or the answer; `"in quotes"` a phrase, `-word` without it, `or` between two. Or an id that a
   * person or a log names: of a run, a conversation, a message, an approval or a call; `<run id>:<hop>` of a hop.
   */
  q: z.optional(NameFilter),
});
export type RunFilters = z.infer<typeof RunFilters>;

/** `<run id>:<hop>` names a hop of the run. */
const NAMED_ID = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?::[\w.:-]+)?$/i;

/** The id that `q` is; null where it is words. */
export function idIn(q: string): string | null {
  return NAMED_ID.exec(q.trim())?.[1] ?? null;
}

/**
 * What is looked at where nothing else is asked for: a log grows for years, and questions are mostly about lately. Who
 * names a run by an id means it, whenever it was.
 */
export function usualPeriod({ q = "" }: Pick<RunFilters, "q">): Period {
  return idIn(q) === null ? "30d" : "all";
}

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

/** `desc`: largest first; for times, newest first. Runs without a figure come last in both directions. */
export const SortDirection = z.enum(["desc", "asc"]);
export type SortDirection = z.infer<typeof SortDirection>;

/** A place between two rows: a sort key and a run id. */
const RunCursor = z.string().check(z.regex(/^-?\d{1,16}(\.\d{1,20})?(e-\d{1,3})?~[0-9a-f-]{36}$/));

/** Query of `GET /api/admin/runs`. `before` and `after` are cursors; at most one of them is given. */
export const RunQuery = z.extend(RunFilters, {
  sort: z.optional(RunSort),
  dir: z.optional(SortDirection),
  before: z.optional(RunCursor),
  after: z.optional(RunCursor),
});
export type RunQuery = z.infer<typeof RunQuery>;

const count = z.int().check(z.nonnegative());

/** `GET /api/admin/runs`. Cursors of the neighbouring pages, null where there is none: `newer` above, `older` below. */
export const RunPage = z.strictObject({
  runs: z.array(InspectedRun),
  newer: z.nullable(z.string()),
  older: z.nullable(z.string()),
  /** The number of matching runs, and of the active ones among them. */
  total: count,
  running: count,
  /** True where counting took too long, and `total` is what the database expects. */
  isEstimate: z.boolean(),
  /** True where the period leaves out older runs, whether they match or not. */
  hasEarlier: z.boolean(),
  /**
   * Words were looked for in the runs alone whose words this operator reads. What widens it: a reason (`WordSearchRequest`),
   * or that runs are given to them for review. `asked`: a second admin has not confirmed their reason yet; `refused`: one
   * refused it. Null: nothing was left out.
   */
  narrowed: z.nullable(z.enum(["reason", "review", "asked", "refused"])),
});
export type RunPage = z.infer<typeof RunPage>;

/**
 * Body of `POST /api/admin/runs/searches`: words to look for in what everybody said, and why. Answered with the first page of
 * hits; `GET /api/admin/runs` with the same words goes on with the search for as long as a reason opens a run.
 */
export const WordSearchRequest = z.strictObject({
  q: NameFilter,
  /** The other filters and the order, as in the query of the list. */
  filters: z.omit(RunQuery, { q: true, before: true, after: true }),
  reason: TypedReason,
});
export type WordSearchRequest = z.infer<typeof WordSearchRequest>;

/** `GET /api/admin/runs/names`: the choices of the filters, from the newest runs. */
export const RunNames = z.strictObject({
  /** Reasons of the newest runs that have one. */
  reasons: z.array(z.string()),
  agents: z.array(z.string()),
  tools: z.array(z.string()),
});
export type RunNames = z.infer<typeof RunNames>;

/** Query of `GET /api/admin/runs/export`: the filters and the order of the list, and a format. */
export const RunExportQuery = z.extend(z.omit(RunQuery, { before: true, after: true }), {
  format: z.enum(["csv", "jsonl"]),
});
export type RunExportQuery = z.infer<typeof RunExportQuery>;
