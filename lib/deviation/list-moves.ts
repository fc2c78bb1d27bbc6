/** The moves of an alignment, small and without digests, so that equal ones can be counted over many runs. */
import type { ExecutionRecord, PlanStep } from "./payload-schemas.ts";
import type { Move, ScoredStep } from "./score-result.ts";
import { nodeOf, typeOf } from "./step-target.ts";

const UNPLANNED_COST = 1;

/** @param scored as many as `steps`, in the same order */
export function listMoves(
  steps: readonly PlanStep[],
  scored: readonly ScoredStep[],
  unplanned: readonly ExecutionRecord[],
): Move[] {
  const planned = steps.map((step, place): Move => {
    const { class: classes = [], cost = 0 } = scored[place] ?? {};
    const { target_tool: tool, target_node_id: node } = step;
    return {
      stepId: step.id,
      type: step.type,
      target: tool ?? node ?? null,
      agentId: node ?? null,
      class: classes,
      cost,
    };
  });
  const extra = unplanned.map((record): Move => {
    const node = nodeOf(record);
    return {
      stepId: null,
      type: typeOf(record),
      target: record.tool_invoked ?? node ?? null,
      agentId: node ?? null,
      class: ["unplanned"],
      cost: UNPLANNED_COST,
    };
  });
  return [...planned, ...extra];
}
