/** Findings of the deviation metric in a sentence each. */
import type { PlanFinding } from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import { formatPercent } from "./format-share.ts";

export function describeFinding({ kind, stepId, value }: PlanFinding): string {
  const step = stepId === null ? "" : ` for step ${stepId}`;
  switch (kind) {
    case "denied":
      return `A policy denied what ran${step}.`;
    case "would_deny":
      return `A policy that observes would have denied what ran${step}.`;
    case "wrong_target":
      return `Something else than planned ran${step}.`;
    case "unplanned_write":
      return `A tool that writes ran without a step or an approval${step}.`;
    case "self_report_mismatch":
      return `Recorded as done${step}, with other arguments than planned.`;
    case "ambiguous":
      return "It fits no step of the plan, or several.";
    case "unknown_step":
      return "It names a step that the plan does not have.";
    case "repeated_step_id":
      return `The plan has more than one step ${stepId ?? ""}; records belong to the first.`;
    case "plan_detail":
      return `The plan names ${formatPercent(value === null ? null : 1 - value)} of the tool calls that ran.`;
    case "carried_over":
      return `Put off with the question to the person${step}: the run of their answer takes it up.`;
    default:
      return `${kind}${step}.`;
  }
}
