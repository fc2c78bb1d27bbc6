/** `GET /api/admin/runs/[runId]/plan`: what was planned beside what ran, as an operator receives it. */
import { z } from "zod";
import { Payload } from "../events/inspected-event.ts";

const count = z.int().nonnegative();
const share = z.number().min(0).max(1).nullable();
const StepType = z.enum(["agent", "tool", "action"]);

/** What a row of the alignment is; the costs are those of the metric. */
export const DeviationClass = z.enum([
  "ok",
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
]);
export type DeviationClass = z.infer<typeof DeviationClass>;

export const InspectedStep = z.strictObject({
  id: z.string(),
  type: StepType,
  target: z.string(),
  agentId: z.string().nullable(),
  objective: Payload,
  expectedArgsSha256: z.string().nullable(),
});
export type InspectedStep = z.infer<typeof InspectedStep>;

/** One thing that ran. */
export const Attempt = z.strictObject({
  /** The event that recorded it. */
  seq: count,
  hopRef: z.string(),
  type: StepType,
  target: z.string(),
  /** The agent that ran, or that called the tool. */
  agentId: z.string().nullable(),
  /** Null while it goes on. */
  status: z.enum(["ok", "failed", "denied", "would_deny"]).nullable(),
  argsSha256: z.string().nullable(),
  /** Null where the hop has no end, and for an action, which has no hop of its own. */
  durationMs: z.number().nonnegative().nullable(),
  writes: z.boolean(),
  approved: z.boolean(),
});
export type Attempt = z.infer<typeof Attempt>;

/** The first of them, and how many there are. */
const Attempts = z.strictObject({ shown: z.array(Attempt), count });
export type Attempts = z.infer<typeof Attempts>;

/** A planned step beside what ran for it, or what ran beside nothing. */
export const AlignedRow = z.strictObject({
  step: InspectedStep.nullable(),
  /** 1 below an agent's step. */
  depth: z.union([z.literal(0), z.literal(1)]),
  classes: z.array(DeviationClass),
  cost: z.number().min(0).max(2),
  attempts: Attempts,
  /** Tool calls below this agent's step that the plan does not detail: they cost nothing. */
  inside: Attempts,
});
export type AlignedRow = z.infer<typeof AlignedRow>;

/** D and what it is made of. All null where there is no plan. */
export const DeviationFigures = z.strictObject({
  score: share,
  fitness: share,
  recall: share,
  precision: share,
  order: share,
  argsCoverage: share,
  /** D is `cost` by `moves`: steps planned, and groups of records and unplanned records that ran. */
  cost: z.number().nonnegative(),
  planned: count,
  ran: count,
  matched: count,
  metricVersion: z.int().positive(),
});
export type DeviationFigures = z.infer<typeof DeviationFigures>;

/** The score as it was stored when the run ended. */
export const StoredScore = z.strictObject({
  seq: count,
  score: share,
  metricVersion: z.int().positive(),
  /** The same in the table of runs. */
  onRun: z.number().nullable(),
  /** True where log, table and what was computed now say the same. */
  agrees: z.boolean(),
});
export type StoredScore = z.infer<typeof StoredScore>;

export const PlanRevision = z.strictObject({
  seq: count,
  at: z.iso.datetime(),
  hopRef: z.string(),
  revision: count,
  source: z.enum(["model", "person", "safe-choice"]),
  reason: Payload,
  attempts: count,
  /** In a revision: what the person asked for and will not get. */
  undone: z.array(Payload),
  /** When its first step started; null where none did. */
  frozen: z.strictObject({ seq: count, at: z.iso.datetime() }).nullable(),
  steps: z.array(InspectedStep),
});
export type PlanRevision = z.infer<typeof PlanRevision>;

export const PlanFinding = z.strictObject({
  kind: z.string(),
  severity: z.enum(["alert", "warning", "info"]),
  stepId: z.string().nullable(),
  /** What it is about, where it is about one record. */
  hopRef: z.string().nullable(),
  seq: count.nullable(),
  target: z.string().nullable(),
  value: z.number().nullable(),
});
export type PlanFinding = z.infer<typeof PlanFinding>;

/** One thing that an agent says it did, beside what the log holds. */
export const InspectedClaim = z.strictObject({
  seq: count,
  hopRef: z.string(),
  agentId: z.string(),
  /** What it said, as it said it; null for a call that it says nothing of. */
  claim: Payload.nullable(),
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
  claimedStatus: z.string().nullable(),
  claimedSha256: z.string().nullable(),
  /** What the log holds; null where nothing of the kind ran. */
  ran: Attempt.nullable(),
});
export type InspectedClaim = z.infer<typeof InspectedClaim>;

export const PlanInspection = z.strictObject({
  runId: z.uuid(),
  ended: z.boolean(),
  figures: DeviationFigures,
  stored: StoredScore.nullable(),
  /** Oldest first; the last one is the active plan. */
  revisions: z.array(PlanRevision),
  /** Answers of the planning call that did not fit. */
  refusals: z.array(z.strictObject({ seq: count, at: z.iso.datetime(), reason: Payload })),
  rows: z.array(AlignedRow),
  /** How many rows there are; `rows` are the first of them. */
  rowCount: count,
  findings: z.array(PlanFinding),
  findingCount: count,
  claims: z.array(InspectedClaim),
  claimCount: count,
  /** Events about plan or execution that do not fit their schema, and are not in here. */
  unreadableEvents: count,
});
export type PlanInspection = z.infer<typeof PlanInspection>;
