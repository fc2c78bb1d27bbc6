/** The plans of a run, oldest first. */
import "server-only";
import type {
  InspectedStep,
  PlanRevision,
} from "../../contracts/inspector/plan/plan-inspection.ts";
import type { Plan } from "../../contracts/run/plan.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toPayload } from "../to-payload.ts";
import type { PlanEvents } from "./read-plan-events.ts";

export function listRevisions({ made, frozen }: PlanEvents, access: PayloadAccess): PlanRevision[] {
  return made.map(({ seq, at, body: { hopRef, plan } }, index) => {
    const next = made[index + 1]?.seq ?? Number.POSITIVE_INFINITY;
    // The plan that was active when it froze; a revision number alone may repeat.
    const froze = frozen.find((each) => each.seq > seq && each.seq < next);
    return {
      seq,
      at,
      hopRef,
      revision: plan.revision,
      source: plan.source,
      reason: toPayload(plan.reason, access),
      attempts: plan.attempts,
      undone: (plan.undone ?? []).map((words) => toPayload(words, access)),
      frozen: froze ? { seq: froze.seq, at: froze.at } : null,
      steps: plan.steps.map((step) => toInspectedStep(step, access)),
    };
  });
}

export function toInspectedStep(step: Plan["steps"][number], access: PayloadAccess): InspectedStep {
  return {
    id: step.id,
    type: step.type,
    target: step.target,
    agentId: step.agentId,
    objective: toPayload(step.objective, access),
    expectedArgsSha256: step.expectedArgsSha256,
    needs: step.needs ?? null,
  };
}
