/** Makes a turn's first plan: the model's proposal, or else one agent that goes on without a plan. */
import "server-only";
import type { PlanStep } from "../../contracts/run/plan.ts";
import { askForPlan, type Planning } from "./ask-for-plan.ts";
import { proposalSchema } from "./plan-proposal.ts";
import { COMPOSE, NO_MENTIONS, type PlannedTurn } from "./to-plan.ts";

export const PLANNING_OFF = "Turns are not planned here (PLANNING).";

/** The plan of a turn that is not to be planned: one agent, and no call. */
export function withoutPlanning(agentId: string): PlannedTurn {
  const steps = [safeStep("s1", agentId)];
  const reason = PLANNING_OFF;
  return {
    plan: { revision: 0, source: "unplanned", reason, steps, attempts: 0 },
    mentions: NO_MENTIONS,
  };
}

/** `nextAgentId`: the agent that gets the turn if no plan can be made. */
type FirstPlanning = Omit<Planning, "schema"> & { nextAgentId: string };

/** @returns the plan and what the message mentions; null if the run was stopped meanwhile */
export async function makePlan(planning: FirstPlanning): Promise<PlannedTurn | null> {
  const schema = proposalSchema(planning.agents);
  const answer = await askForPlan({ ...planning, schema });
  if (answer.kind === "stopped") return null;
  const { attempts } = answer;
  if (answer.kind === "none") {
    const { reason } = answer;
    const source = "unplanned" as const;
    const plan = {
      revision: 0,
      source,
      reason,
      steps: [safeStep("s1", planning.nextAgentId)],
      attempts,
    };
    return { plan, mentions: NO_MENTIONS };
  }
  const { reason, mentions = NO_MENTIONS, steps: proposed } = answer.proposal;
  const steps = proposed.length > 1 ? [...answer.steps, COMPOSE] : answer.steps;
  return { plan: { revision: 0, source: "model", reason, steps, attempts }, mentions };
}

/** The single step of a turn for which no plan could be made. */
export function safeStep(id: string, agentId: string): PlanStep {
  return {
    id,
    type: "agent",
    target: agentId,
    agentId,
    objective: "Answer the person.",
    expectedArgsSha256: null,
  };
}
