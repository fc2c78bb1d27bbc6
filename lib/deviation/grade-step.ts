/** The classes and the cost of a step with records. */
import type { Group, PlacedRecord } from "./link-records.ts";
import type { ExecutionRecord, PlanStep } from "./payload-schemas.ts";
import type { DeviationFinding, StepClass } from "./score-result.ts";
import { isWrongTarget } from "./step-target.ts";

const COST = {
  wrong_target: 2,
  unexpected_args: 1,
  failed: 1,
  /** The person ended it; nothing deviated. */
  stopped: 0,
  denied: 1,
  out_of_order: 1,
} as const;
const RETRY_COST = 0.25;
const RETRIES_MAX_COST = 0.5;
/** A linked step counts as one move in the plan and one in the execution. */
const LINKED_MAX_COST = 2;

export type Grade = { classes: StepClass[]; cost: number; argsCompared: boolean };

/** Called for each attempt that gives a finding, with its index in the run log. */
export type NoteAttempt = (kind: DeviationFinding["kind"], index: number) => void;

function hasUnexpectedArgs(step: PlanStep, record: ExecutionRecord): boolean {
  const { expected_args_sha256: expected } = step;
  const { actual_args_sha256: actual } = record;
  return expected !== undefined && actual !== undefined && expected !== actual;
}

/** Whether anything was carried out: not what a policy denied, and not what waits for approval. */
export function hasRun({ record: { status, metadata } }: PlacedRecord): boolean {
  return status !== "denied" && metadata?.waits !== true;
}

/** The finding that a record's status gives, or null. */
export function findingOf({
  status,
  metadata,
}: ExecutionRecord): "denied" | "would_deny" | "needs_approval" | null {
  if (metadata?.waits) return "needs_approval";
  return status === "denied" || status === "would_deny" ? status : null;
}

/** How an attempt failed, or null. `would_deny` is a warning, not a failure. */
function failureOf(record: ExecutionRecord | undefined): "failed" | "stopped" | "denied" | null {
  const status = record?.status;
  if (status === undefined || status === "ok" || status === "would_deny") return null;
  return status === "denied" || status === "stopped" ? status : "failed";
}

/** Target and arguments count for every attempt, a failure only for the last one. */
export function gradeStep(
  step: PlanStep,
  { attempts }: Group,
  inOrder: boolean,
  note: NoteAttempt,
): Grade {
  const classes: StepClass[] = [];
  let cost = 0;
  const add = (kind: keyof typeof COST) => {
    classes.push(kind);
    cost += COST[kind];
  };
  let isWrong = false;
  let isUnexpected = false;
  let argsCompared = step.expected_args_sha256 !== undefined && attempts.length > 0;
  for (const { record, index } of attempts) {
    const { status } = record;
    const finding = findingOf(record);
    if (finding) note(finding, index);
    if (isWrongTarget(step, record)) {
      isWrong = true;
      note("wrong_target", index);
    }
    if (hasUnexpectedArgs(step, record)) {
      isUnexpected = true;
      if (status === "ok") note("self_report_mismatch", index);
    }
    if (record.actual_args_sha256 === undefined) argsCompared = false;
  }
  if (isWrong) add("wrong_target");
  if (isUnexpected) add("unexpected_args");
  if (!argsCompared) classes.push("args_unverified");
  const last = attempts.at(-1)?.record;
  const end = failureOf(last);
  if (end) add(end);
  if (last?.metadata?.waits) classes.push("needs_approval");
  if (!inOrder) add("out_of_order");
  if (attempts.length > 1) {
    classes.push("retried");
    cost += Math.min(RETRY_COST * (attempts.length - 1), RETRIES_MAX_COST);
  }
  if (classes.length === 0) classes.push("ok");
  return { classes, cost: Math.min(cost, LINKED_MAX_COST), argsCompared };
}
