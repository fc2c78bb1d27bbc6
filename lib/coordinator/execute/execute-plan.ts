import "server-only";
/** Carries a plan out: one agent answers the person directly; of several, each gives a result and one answer is composed. */
import type { AgentOutcome } from "../../agents/agent.ts";
import type { LoopEnd } from "../../agents/loop-types.ts";
import type { Plan, PlanStep } from "../../contracts/plan.ts";
import { addFigures, type TurnScene } from "../turn-scene.ts";
import type { Speculation } from "./begin-likely-agent.ts";
import { composeAnswer, type StepResult } from "./compose-answer.ts";
import { linkSteps } from "./link-steps.ts";
import { runAgentStep } from "./run-agent-step.ts";

export type Executed = { end: LoopEnd; agentId: string; outcomes: readonly AgentOutcome[] };

export async function executePlan(
  scene: TurnScene,
  plan: Plan,
  speculation: Speculation | null,
): Promise<Executed> {
  const steps = plan.steps.filter(({ type }) => type === "agent");
  const [first] = steps;
  if (!first) return { end: { kind: "empty" }, agentId: "general", outcomes: [] };
  if (steps.length > 1) return executeSeveral(scene, plan, steps);
  const outcome = await (speculation?.use(plan) ?? runStep(scene, plan, first));
  addFigures(scene.figures, outcome.figures);
  return { end: outcome.end, agentId: first.target, outcomes: [outcome] };
}

async function executeSeveral(
  scene: TurnScene,
  plan: Plan,
  steps: readonly PlanStep[],
): Promise<Executed> {
  const outcomes: AgentOutcome[] = [];
  const results: StepResult[] = [];
  let agentId = "general";
  for (const step of steps) {
    let text = "";
    agentId = step.target;
    const outcome = await runStep(scene, plan, step, {
      results,
      ports: {
        ...scene.ports,
        say: (more) => {
          text += more;
        },
        answer: () => text,
      },
    });
    outcomes.push(outcome);
    addFigures(scene.figures, outcome.figures);
    // What the agent said, e.g. its question, is all there is to show.
    const asks = outcome.approval !== null || outcome.end.kind === "awaits-approval";
    if (asks) scene.ports.say(text);
    if (asks || outcome.end.kind !== "answered") return { end: outcome.end, agentId, outcomes };
    results.push({ stepId: step.id, agentId: step.target, text });
  }
  const end = await composeAnswer(scene, results);
  recordComposed(scene, end);
  return { end, agentId, outcomes };
}

type Together = { results: readonly StepResult[]; ports: TurnScene["ports"] };

function runStep(scene: TurnScene, plan: Plan, step: PlanStep, together?: Together) {
  const agent = scene.agents.find(({ id }) => id === step.target);
  if (!agent) throw new Error(`the plan names no agent of ours: ${step.target}`);
  return runAgentStep(scene, {
    agent,
    step: () => step,
    ports: together?.ports ?? scene.ports,
    input: together && { objective: step.objective, results: together.results },
    links: linkSteps(plan, agent.id),
  });
}

/** The composing call is an action of the coordinator itself. */
function recordComposed({ ports, hop }: TurnScene, end: LoopEnd): void {
  ports.record({
    type: "execution.recorded",
    hopRef: hop.ref,
    execution: {
      planStepId: "compose",
      type: "action",
      target: "compose",
      actualArgsSha256: null,
      status: end.kind === "answered" ? "ok" : "failed",
      hopRef: hop.ref,
      writes: false,
      approved: false,
    },
  });
}
