/** What the envelope of an agent's hop says of its step, and what policies may read at that hop. */
import "server-only";
import { isVariablesRef } from "../../agent-state/agent-state.ts";
import type { Hop } from "../../agents/record-hops.ts";
import type { PlanStep } from "../../contracts/run/plan.ts";
import { AgentExecution } from "../../deviation/payload-schemas.ts";
import { envelopeFacts } from "../../governance/envelope-facts.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { TurnContext } from "../turn-context.ts";

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
