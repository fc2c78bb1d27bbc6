import "server-only";
/** How far a plan has come: what was taken, what came of it, what is left. */
import type { AgentOutcome } from "../../agents/agent.ts";
import type { Plan, PlanStep } from "../../contracts/plan.ts";
import type { TurnScene } from "../turn-scene.ts";
import type { StepResult } from "./compose-answer.ts";

/** What became of one agent's step, for whoever plans again. */
export type Happened = {
  id: string;
  agent: string;
  objective: string;
  status: "done" | "failed" | "denied" | "handed-over" | "not-begun";
  /** A code, or a few words: never what a person or a tool said. */
  reason?: string;
};

export type Course = {
  plan: Plan;
  outcomes: AgentOutcome[];
  results: StepResult[];
  happened: Happened[];
  /** Agents' steps that were not taken yet. */
  left: PlanStep[];
};

export function beginCourse(plan: Plan): Course {
  const left = plan.steps.filter(({ type }) => type === "agent");
  return { plan, outcomes: [], results: [], happened: [], left };
}

/** Nothing was done of the person's message yet: whoever is next, and last, has all of it. */
export function isUntouched({ happened }: Pick<Course, "happened">): boolean {
  return happened.every(({ status }) => status === "handed-over");
}

/** What a question to the person leaves undone, in words for them: nothing of it is taken up by itself. */
export function tellRest({ left }: Pick<Course, "left">): string {
  if (left.length === 0) return "";
  const rest = left.map(({ objective }) => `- ${objective}`).join("\n");
  return `\n\nThis is not done yet; ask for it once you have decided:\n\n${rest}`;
}

/** What went wrong with a step that was taken; null where nothing did that others could depend on. */
export function troubleOf(
  { recorded }: Pick<TurnScene, "recorded">,
  { plan, left }: Course,
  step: PlanStep,
  { end }: AgentOutcome,
): Happened | null {
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

/** A tool step below the agent's that ended badly, though the agent found words. */
function badToolOf(
  recorded: TurnScene["recorded"],
  plan: Plan,
  step: PlanStep,
): Pick<Happened, "status" | "reason"> | null {
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
