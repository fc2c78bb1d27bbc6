import "server-only";
/** Links an agent's tool calls to the plan's tool steps below that agent, while they happen. */
import type { StepLinks } from "../../agents/loop-types.ts";
import type { Plan } from "../../contracts/plan.ts";

/**
 * A call carries out the next open step of its tool, or the failed one that it tries again.
 * @param agentId the agent whose calls are linked
 */
export function linkSteps(plan: Plan | null, agentId: string): StepLinks {
  const steps = plan?.steps ?? [];
  const open = steps.filter((step) => step.type === "tool" && step.agentId === agentId);
  const targets = new Map(open.map((step) => [step.id, step.target]));
  const failed = new Map<string, string>();
  return {
    link(tool) {
      const again = failed.get(tool);
      failed.delete(tool);
      if (again) return again;
      const index = open.findIndex((step) => step.target === tool);
      return index < 0 ? null : (open.splice(index, 1)[0]?.id ?? null);
    },
    settle(stepId, ok) {
      const tool = targets.get(stepId);
      if (tool && !ok) failed.set(tool, stepId);
    },
  };
}
