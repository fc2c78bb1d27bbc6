/** Like findings together. Pure. */
import type { PlanFinding } from "@/lib/contracts/inspector/plan/plan-inspection.ts";

/** Findings of one kind, in their order. */
export type LikeFindings = readonly [PlanFinding, ...PlanFinding[]];

/** In the order of the first of each kind. */
export function groupFindings(findings: readonly PlanFinding[]): LikeFindings[] {
  const groups = new Map<string, [PlanFinding, ...PlanFinding[]]>();
  for (const finding of findings) {
    const like = groups.get(finding.kind);
    if (like) like.push(finding);
    else groups.set(finding.kind, [finding]);
  }
  return [...groups.values()];
}
