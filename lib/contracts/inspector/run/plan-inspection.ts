/** `GET /api/admin/runs/[runId]/plan`: plan and execution side by side, for an operator. */
import * as z from "zod/mini";
import { ApprovalState } from "../../run/hop-decision.ts";
import { Payload } from "../events/inspected-event.ts";

const count = z.int().check(z.nonnegative());
const share = z.nullable(z.number().check(z.minimum(0), z.maximum(1)));
const StepType = z.enum(["agent", "tool", "action"]);

/** The classes of a row of the alignment; their costs are those of the metric. */
export const DeviationClass = z.enum([
  "ok",
  "missing",
  "not_reached",
  "pending",
  "running",
  "wrong_target",
  "unexpected_args",
  "args_unverified",
  "failed",
  "stopped",
  "denied",
  "needs_approval",
  "out_of_order",
  "retried",
  "unplanned",
]);
export type DeviationClass = z.infer<typeof DeviationClass>;

export const InspectedStep = z.strictObject({
  id: z.string(),
  type: StepType,
  target: z.string(),
  agentId: z.nullable(z.string()),
  objective: Payload,
  expectedArgsSha256: z.nullable(z.string()),
  /** Ids of the steps whose results it reads; null where the plan does not say, so that it reads all earlier ones. */
  needs: z.nullable(z.array(z.string())),
});
export type InspectedStep = z.infer<typeof InspectedStep>;

/** One execution. */
export const Attempt = z.strictObject({
  /** The event that recorded it. */
  seq: count,
  hopRef: z.string(),
  type: StepType,
  target: z.string(),
  /** The agent that ran, or that called the tool. */
  agentId: z.nullable(z.string()),
  /**
   * Null while it is active. `would_deny`: it ran, and a policy that observes would have denied it. A call that was left
   * for the person's approval did not run in this run, and has what became of the approval.
   */
  status: z.nullable(
    z.enum(["ok", "failed", "stopped", "denied", "would_deny", ...ApprovalState.options]),
  ),
  argsSha256: z.nullable(z.string()),
  /** Null where the hop has no end, and for an action, which has no hop of its own. */
  durationMs: z.nullable(z.number().check(z.nonnegative())),
  writes: z.boolean(),
  approved: z.boolean(),
});
export type Attempt = z.infer<typeof Attempt>;

/** The first attempts, and the number of all. */
const Attempts = z.strictObject({ shown: z.array(Attempt), count });
export type Attempts = z.infer<typeof Attempts>;

/** A planned step beside its executions, or an execution without a planned step. */
export const AlignedRow = z.strictObject({
  step: z.nullable(InspectedStep),
  /** 1 below an agent's step. */
  depth: z.union([z.literal(0), z.literal(1)]),
  classes: z.array(DeviationClass),
  cost: z.number().check(z.minimum(0), z.maximum(2)),
  attempts: Attempts,
  /** Tool calls below this agent's step that the plan does not detail. They have no cost. */
  inside: Attempts,
});
export type AlignedRow = z.infer<typeof AlignedRow>;

/** D and its parts. All null where there is no plan. */
export const DeviationFigures = z.strictObject({
  score: share,
  fitness: share,
  recall: share,
  precision: share,
  order: share,
  argsCoverage: share,
  /** D is `cost` divided by `size`: the planned steps plus the groups of records and the unplanned records. */
  cost: z.number().check(z.nonnegative()),
  size: count,
  /** What recall and precision are shares of. A step that waits for approval is neither planned nor ran here. */
  planned: count,
  ran: count,
  matched: count,
  metricVersion: z.int().check(z.positive()),
});
export type DeviationFigures = z.infer<typeof DeviationFigures>;

/** The score as stored at the end of the run. */
export const StoredScore = z.strictObject({
  seq: count,
  score: share,
  metricVersion: z.int().check(z.positive()),
  /** The score in the table of runs. */
  onRun: z.nullable(z.number()),
  /** True where log, table and the score computed now agree. */
  agrees: z.boolean(),
});
export type StoredScore = z.infer<typeof StoredScore>;

export const PlanRevision = z.strictObject({
  seq: count,
  at: z.iso.datetime(),
  hopRef: z.string(),
  revision: count,
  source: z.enum(["model", "person", "safe-choice", "unplanned"]),
  reason: Payload,
  attempts: count,
  /** For a revision: the person's wishes that it gives up. */
  undone: z.array(Payload),
  /** When its first step started; null where no step did. */
  frozen: z.nullable(z.strictObject({ seq: count, at: z.iso.datetime() })),
  steps: z.array(InspectedStep),
});
export type PlanRevision = z.infer<typeof PlanRevision>;

export const PlanFinding = z.strictObject({
  kind: z.string(),
  severity: z.enum(["alert", "warning", "info"]),
  stepId: z.nullable(z.string()),
  /** The record in question, if it is about a single one. */
  hopRef: z.nullable(z.string()),
  seq: z.nullable(count),
  target: z.nullable(z.string()),
  value: z.nullable(z.number()),
});
export type PlanFinding = z.infer<typeof PlanFinding>;

/** One claim of an agent about its work, beside the log. */
export const InspectedClaim = z.strictObject({
  seq: count,
  hopRef: z.string(),
  agentId: z.string(),
  /** The claim as sent; null for a call without a claim. */
  claim: z.nullable(Payload),
  verdicts: z.array(
    z.enum([
      "agrees",
      "other-status",
      "other-arguments",
      "did-not-run",
      "not-claimed",
      "unreadable",
    ]),
  ),
  claimedStatus: z.nullable(z.string()),
  claimedSha256: z.nullable(z.string()),
  /** The matching execution in the log; null where none ran. */
  ran: z.nullable(Attempt),
});
export type InspectedClaim = z.infer<typeof InspectedClaim>;

export const PlanInspection = z.strictObject({
  runId: z.uuid(),
  ended: z.boolean(),
  figures: DeviationFigures,
  stored: z.nullable(StoredScore),
  /** Oldest first; the last one is the active plan. */
  revisions: z.array(PlanRevision),
  /** Answers of the planning call that were not valid. */
  refusals: z.array(z.strictObject({ seq: count, at: z.iso.datetime(), reason: Payload })),
  rows: z.array(AlignedRow),
  /** The number of rows; `rows` has the first of them. */
  rowCount: count,
  findings: z.array(PlanFinding),
  findingCount: count,
  claims: z.array(InspectedClaim),
  claimCount: count,
  /** Events about plan or execution that do not match their schema. They are left out here. */
  unreadableEvents: count,
});
export type PlanInspection = z.infer<typeof PlanInspection>;
