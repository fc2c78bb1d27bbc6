/** The progress of a plan: steps taken, their results, and steps left. */
import "server-only";
import type { AgentOutcome } from "../../agents/agent.ts";
import type { Plan, PlanStep } from "../../contracts/run/plan.ts";
import type { StepOutcome, StepResult } from "../../contracts/run/suspended-plan.ts";
import * as text from "../../messages/answers.ts";
import type { ResumedPlan } from "../plan/resume-plan.ts";
import type { TurnContext } from "../turn-context.ts";

export type PlanProgress = {
  plan: Plan;
  outcomes: AgentOutcome[];
  results: StepResult[];
  /** How many results the person has already seen, before a question. */
  shown: number;
  stepOutcomes: StepOutcome[];
  /** Agent steps that have not run yet. */
  left: PlanStep[];
};

/** @param known the results that an answer was composed out of whose rest is to be written */
export function startProgress(
  plan: Plan,
  resumedPlan: ResumedPlan | null = null,
  known: readonly StepResult[] = [],
): PlanProgress {
  const left = plan.steps.filter(({ type }) => type === "agent");
  const { results = [], stepOutcomes = [] } = resumedPlan?.suspended ?? {};
  return {
    plan,
    outcomes: [],
    results: [...results, ...known],
    shown: results.length,
    stepOutcomes: [...stepOutcomes],
    left,
  };
}

/** No step has run yet, so the last remaining agent gets the whole message. */
export function isUntouched({ stepOutcomes }: Pick<PlanProgress, "stepOutcomes">): boolean {
  return stepOutcomes.every(({ status }) => status === "handed-over");
}

/** Tells the person which steps wait for their decision; empty if none do. */
export function tellRest({ left }: Pick<PlanProgress, "left">): string {
  if (left.length === 0) return "";
  return `${text.waitsForDecision()}\n\n${listOf(left.map(({ objective }) => objective))}`;
}

/** Tells the person what was given up before the question. */
export function tellUndone({ plan: { undone = [] } }: Pick<PlanProgress, "plan">): string {
  return undone.length === 0 ? "" : `${text.didNotWork()}\n\n${listOf(undone)}`;
}

function listOf(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** The failure of a step; null if it succeeded or if no later step can depend on it. */
export function failureOf(
  { recorded }: Pick<TurnContext, "recorded">,
  { plan, left }: PlanProgress,
  step: PlanStep,
  { end }: AgentOutcome,
): StepOutcome | null {
  const of = { id: step.id, agent: step.target, objective: step.objective };
  switch (end.kind) {
    case "failed": {
      const status = end.reason === "policy-denied" ? "denied" : "failed";
      return { ...of, status, reason: end.reason };
    }
    case "empty":
      return { ...of, status: "failed", reason: "it said nothing" };
    case "handed-over":
      return { ...of, status: "handed-over", reason: end.reason };
    default: {
      const tool = left.length > 0 ? badToolOf(recorded, plan, step) : null;
      return tool && { ...of, ...tool };
    }
  }
}

/** A failed or denied tool step of an agent that nevertheless answered. */
function badToolOf(
  recorded: TurnContext["recorded"],
  plan: Plan,
  step: PlanStep,
): Pick<StepOutcome, "status" | "reason"> | null {
  for (const { id, target } of plan.steps) {
    if (!id.startsWith(`${step.id}.`)) continue;
    const last = recorded.findLast(
      ({ body }) => body.type === "execution.recorded" && body.execution.planStepId === id,
    )?.body;
    const status = last?.type === "execution.recorded" ? last.execution.status : "ok";
    if (status === "failed" || status === "denied")
      return { status, reason: `${target} ${status}` };
  }
  return null;
}
