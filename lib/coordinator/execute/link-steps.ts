/** Matches an agent's tool calls with the plan's tool steps for that agent. */
import "server-only";
import type { StepLinks } from "../../agents/loop/loop-types.ts";
import type { Plan, PlanStep } from "../../contracts/run/plan.ts";

/**
 * A call takes the next open step of its tool, or retries its failed step.
 * @param parent the agent step whose calls are matched; other steps of the same agent are separate
 */
export function linkSteps(plan: Plan | null, parent: Pick<PlanStep, "id"> | null): StepLinks {
  const steps = plan?.steps ?? [];
  const open = steps.filter(({ type, id }) => type === "tool" && id.startsWith(`${parent?.id}.`));
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
    recordEnd(stepId, ok) {
      const tool = targets.get(stepId);
      if (tool && !ok) failed.set(tool, stepId);
    },
  };
}
