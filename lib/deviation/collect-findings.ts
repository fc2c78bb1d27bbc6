/** Collects the findings of a comparison, which an operator reads beside the score. */
import { findingOf, hasRun } from "./grade-step.ts";
import type { Linked, PlacedRecord } from "./link-records.ts";
import type { ExecutionRecord, PlanStep } from "./payload-schemas.ts";
import type { DeviationFinding } from "./score-result.ts";

type Kind = DeviationFinding["kind"];

const SEVERITY: Record<Kind, DeviationFinding["severity"]> = {
  no_plan: "info",
  unknown_version: "warning",
  denied: "alert",
  would_deny: "warning",
  needs_approval: "info",
  wrong_target: "alert",
  unplanned_write: "alert",
  self_report_mismatch: "warning",
  unplanned: "warning",
  ambiguous: "warning",
  unknown_step: "warning",
  carried_over: "info",
  repeated_step_id: "warning",
  calls_inside: "info",
  plan_detail: "info",
};

export function makeFinding(
  kind: Kind,
  at: { stepId?: string; recordIndex?: number; value?: number } = {},
): DeviationFinding {
  const { stepId = null, recordIndex = null, value = null } = at;
  return { kind, severity: SEVERITY[kind], stepId, recordIndex, value };
}

function noteStatus(
  findings: DeviationFinding[],
  { record, index }: PlacedRecord,
  stepId?: string,
) {
  const kind = findingOf(record);
  if (kind) findings.push(makeFinding(kind, { stepId, recordIndex: index }));
}

/** Findings on records without a scored step: unlinked ones, and calls inside an agent's step. */
export function collectUnplanned(
  steps: readonly PlanStep[],
  { groups, unlinked }: Linked,
): DeviationFinding[] {
  const findings: DeviationFinding[] = [];
  for (const placed of unlinked) {
    const recordIndex = placed.index;
    findings.push(makeFinding(placed.reason, { recordIndex }));
    noteStatus(findings, placed);
    if (placed.record.metadata?.writes !== true || !hasRun(placed)) continue;
    findings.push(makeFinding("unplanned_write", { recordIndex }));
  }
  for (const { step, inside } of groups) {
    const stepId = steps[step]?.id;
    for (const placed of inside) {
      noteStatus(findings, placed, stepId);
      // A call inside an agent's step was not planned itself: a write needs an approval.
      const { writes, approved } = placed.record.metadata ?? {};
      if (writes !== true || approved === true || !hasRun(placed)) continue;
      findings.push(makeFinding("unplanned_write", { stepId, recordIndex: placed.index }));
    }
  }
  return findings;
}

/** Findings on the whole plan: repeated ids, and the share of calls that it does not detail. */
export function collectOnPlan(
  steps: readonly PlanStep[],
  records: readonly ExecutionRecord[],
  { groups, unlinked, repeatedIds }: Linked,
): DeviationFinding[] {
  const findings = repeatedIds.map((stepId) => makeFinding("repeated_step_id", { stepId }));
  let unnamed = unlinked.filter(({ record }) => record.tool_invoked !== undefined).length;
  for (const { step, inside } of groups) {
    if (inside.length === 0) continue;
    unnamed += inside.length;
    const stepId = steps[step]?.id;
    findings.push(makeFinding("calls_inside", { stepId, value: inside.length }));
  }
  let calls = 0;
  for (const { tool_invoked: tool } of records) if (tool !== undefined) calls++;
  if (calls > 0) findings.push(makeFinding("plan_detail", { value: unnamed / calls }));
  return findings;
}

/** Sorts by the order of the run log. */
export function sortFindings(findings: DeviationFinding[]): DeviationFinding[] {
  return findings.sort((left, right) => (left.recordIndex ?? 0) - (right.recordIndex ?? 0));
}
