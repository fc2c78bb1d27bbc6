/** Answers the coordinator's planning call: a plan, or a revised plan after steps have run. */
import { UNDONE_MAX_CHARS } from "../limits.ts";
import { type Skill, say } from "../skill.ts";
import { CHART } from "../skills/draw-chart.ts";
import { type PlanRequest, readPlanRequest, type StepOutcome } from "./plan-request.ts";
import { type MessagePlan, planSteps, toStep, withNeeds } from "./plan-steps.ts";
import { castAgents } from "./route-message.ts";

/** A plan is not shown as it streams, so it is sent at once. */
const AT_ONCE = 0;

export const planTurn: Skill = {
  name: "plan-turn",
  match({ request }) {
    const wanted = readPlanRequest(request);
    if (!wanted) return null;
    const plan = wanted.outcomes ? reviseSteps(wanted, wanted.outcomes) : planSteps(wanted);
    return say(JSON.stringify(plan), AT_ONCE);
  },
};

type RevisedPlan = MessagePlan & { undone: string[] };

function reviseSteps(request: PlanRequest, outcomes: readonly StepOutcome[]): RevisedPlan {
  const { steps: anew, mentions } = planSteps(request);
  if (outcomes.some(({ status }) => status === "handed-over")) {
    // The message belongs to another agent; the one that handed it over is excluded.
    const reason = "It was handed over, so another agent answers it.";
    return { reason, mentions, steps: anew, undone: [] };
  }
  const histories = historiesOf(outcomes);
  const left = histories.filter(isRemaining);
  const lost = histories.filter((history) => !isRemaining(history) && history.status !== "done");
  // A chart needs the results of the steps before it.
  const kept = left.filter(({ objective }) => lost.length === 0 || !CHART.test(objective));
  const cast = castAgents(request);
  const planned = kept.flatMap(({ agent: id, objective }) => {
    const agent = request.agents.find((candidate) => candidate.id === id);
    return agent ? [toStep(agent, objective, request, cast)] : [];
  });
  const done = outcomes.filter(({ status }) => status === "done").map(({ id }) => id);
  const steps = withNeeds(planned, numberAfter(outcomes), done);
  const undone = histories
    .filter(
      (history) => lost.includes(history) || (left.includes(history) && !kept.includes(history)),
    )
    .map(({ objective }) => objective.slice(0, UNDONE_MAX_CHARS));
  const reason =
    steps.length > 0
      ? "A step failed, so the remaining steps are planned again."
      : "A step failed, and nothing else can be done.";
  return { reason, mentions, steps, undone };
}

function numberAfter(outcomes: readonly StepOutcome[]): number {
  return Math.max(0, ...outcomes.map(({ id }) => Number(/^s(\d+)$/.exec(id)?.[1] ?? 0))) + 1;
}

/** The last outcome of an objective, and the number of attempts. */
type History = StepOutcome & { tries: number };

function historiesOf(outcomes: readonly StepOutcome[]): History[] {
  const histories = new Map<string, History>();
  for (const step of outcomes) {
    const tries = histories.get(step.objective)?.tries ?? 0;
    histories.set(step.objective, {
      ...step,
      tries: tries + (step.status === "not-begun" ? 0 : 1),
    });
  }
  return [...histories.values()];
}

function isRemaining({ status, tries }: History): boolean {
  return status === "not-begun" || (status === "failed" && tries === 1);
}
