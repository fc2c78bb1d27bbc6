/** The result of `scoreDeviation`. */
import type { ExecutionRecord, StepType } from "./payload-schemas.ts";

/**
 * Incremented whenever the same input may get another score. Version 2: steps that a stopped or interrupted run did not
 * reach, and attempts that it cut off, cost nothing. Version 3: a run without a word of answer has no score. Stored scores keep
 * the version that computed them.
 */
export const METRIC_VERSION = 3;

export type StepClass =
  | "ok"
  | "missing"
  | "not_reached"
  | "pending"
  | "wrong_target"
  | "unexpected_args"
  | "args_unverified"
  | "failed"
  | "stopped"
  | "denied"
  | "needs_approval"
  | "out_of_order"
  | "retried";

export type ScoredStep = {
  stepId: string;
  class: StepClass[];
  /** 0 to 2; for a missing step 1. */
  cost: number;
  /** The attempts in the order of the run log, without calls inside that were not planned in detail. */
  records: ExecutionRecord[];
};

/** One move of the alignment without hop ids and digests, so that equal executions have equal moves. */
export type Move = {
  /** Null for a record that no step was planned for. */
  stepId: string | null;
  type: StepType;
  /** The tool or the node: the planned one for a step, else the one that ran. */
  target: string | null;
  /** The agent that the step or the call belongs to. */
  agentId: string | null;
  class: (StepClass | "unplanned")[];
  cost: number;
};

export type DeviationFinding = {
  kind:
    | "no_plan"
    | "unknown_version"
    | "denied"
    | "would_deny"
    | "needs_approval"
    | "wrong_target"
    | "unplanned_write"
    | "self_report_mismatch"
    | "unplanned"
    | "ambiguous"
    | "unknown_step"
    | "carried_over"
    | "repeated_step_id"
    | "calls_inside"
    | "plan_detail";
  /** Independent of the score. */
  severity: "alert" | "warning" | "info";
  stepId: string | null;
  /** Index in `execution.runs`. */
  recordIndex: number | null;
  /**
   * `calls_inside`: how many. `plan_detail`: the share of tool calls that no step of the plan names, 0 to 1.
   * `unknown_version`: the version, where it is a number.
   */
  value: number | null;
};

export type DeviationScore = {
  /** D, 0 to 1; null where there is no plan, and where there is no answer. */
  score: number | null;
  /** 1 − D. */
  fitness: number | null;
  /**
   * Planned steps that ran among planned ones; null, as the next three, where the divisor is 0 or nothing ran yet. A
   * step that waits for approval is in none of the four.
   */
  recall: number | null;
  /** Planned steps that ran among all that ran. */
  precision: number | null;
  /** Steps in the longest planned order, among planned steps that ran. */
  order: number | null;
  /** Planned steps that ran and whose arguments could be compared, among those that ran. */
  argsCoverage: number | null;
  /** What the four are shares of: planned steps, those of them that ran, and all that ran. */
  counts: { planned: number; matched: number; ran: number };
  /** The divisor of D: planned steps, and groups of records and unlinked records. */
  size: number;
  /** In the order of the plan. */
  steps: ScoredStep[];
  /** Unlinked records, in the order of the run log. */
  unplanned: ExecutionRecord[];
  findings: DeviationFinding[];
  /** The steps in the order of the plan, then unplanned records; counted over many runs. */
  moves: Move[];
  metric_version: typeof METRIC_VERSION;
};
