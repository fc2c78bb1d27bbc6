/** Matches an agent's tool calls with the plan's tool steps for that agent. */
import "server-only";
import { isVariablesRef } from "../../agent-state/agent-state.ts";
import type { Hop } from "../../agents/record-hops.ts";
import type { StepLinks } from "../../agents/task-parts.ts";
import type { Plan, PlanStep } from "../../contracts/run/plan.ts";
import { AgentExecution } from "../../deviation/payload-schemas.ts";
import { envelopeFacts } from "../../governance/envelope-facts.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { TurnContext } from "../turn-context.ts";

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

// What the envelope of an agent's hop says of its step, and what policies may read at that hop.

/** The step's id, and its objective in the coordinator's words, without secrets. */
export function stepAdditions(step: PlanStep | null): Record<string, unknown> {
  if (!step) return {};
  return { objective: sanitise(step.objective).value, plan_step_id: step.id };
}

/** What earlier steps of this turn ran: the newest agent's state holds all of it. */
export function earlierExecution({ recorded }: TurnContext): Record<string, unknown> {
  for (const { body } of recorded.toReversed()) {
    if (body.type !== "hop.ended" || body.state?.scope !== "AGENT") continue;
    const said = AgentExecution.safeParse(body.state.variables.agent_execution);
    if (said.success) return { agent_execution: said.data };
  }
  return {};
}

/** The plan may be younger than the hop of an agent that started before it. */
export function factsAt({ hop: { envelope: root } }: TurnContext, { envelope }: Hop) {
  const { variables } = envelope;
  const isHere = variables && !isVariablesRef(variables);
  const plan = root.variables && !isVariablesRef(root.variables) ? root.variables : {};
  return envelopeFacts(isHere ? { ...envelope, variables: { ...plan, ...variables } } : envelope);
}
