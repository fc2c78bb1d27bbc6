import "server-only";
/** Starts the likely agent's first model call beside the planning call, held back until the plan stands. */
import type { AgentOutcome } from "../../agents/agent.ts";
import type { Plan, PlanStep } from "../../contracts/run/plan.ts";
import { settings } from "../../env/settings.ts";
import { addFigures, type TurnContext } from "../turn-context.ts";
import { linkSteps } from "./link-steps.ts";
import { runAgentStep } from "./run-agent-step.ts";
import { holdBack, type SpeculationGate } from "./speculation-gate.ts";

export type Speculation = {
  agentId: string;
  /** Lets the agent go on under this plan; its outcome is the turn's. */
  use(plan: Plan): Promise<AgentOutcome>;
  /** Ends it; waits until it has let go. What it used counts as used. */
  drop(): Promise<void>;
};

/** @returns null where speculation is off, or the agent's first step is no mere model call */
export function startLikelyAgent(context: TurnContext, agentId: string): Speculation | null {
  const agent = context.agents.find(({ descriptor }) => descriptor.id === agentId);
  if (!agent?.maySpeculate || !settings().PLAN_SPECULATE) return null;
  const gate: SpeculationGate = holdBack(context.ports);
  let plan: Plan | null = null;
  const step = (): PlanStep | null => plan?.steps[0] ?? null;
  let links = linkSteps(null, null);
  const outcome = runAgentStep(context, {
    agent,
    step,
    ports: gate.ports,
    mayAct: gate.wait,
    links: { link: (tool) => links.link(tool), recordEnd: (id, ok) => links.recordEnd(id, ok) },
  });
  // Whoever uses or drops it hears of a failure; until then it must not end the process.
  outcome.catch(() => undefined);
  return {
    agentId,
    use(standing) {
      plan = standing;
      links = linkSteps(standing, step());
      gate.open();
      return outcome;
    },
    async drop() {
      gate.drop();
      const dropped = await outcome.catch(() => null);
      if (dropped) addFigures(context.figures, dropped.figures);
    },
  };
}
