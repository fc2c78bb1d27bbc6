/** A plan made again: once more what failed once, never what was denied, and nothing that hangs on what is missing. */
import { CHART } from "../skills/draw-chart.ts";
import type { HappenedStep, PlanRequest } from "./plan-request.ts";
import { type MessagePlan, planSteps, toStep } from "./plan-steps.ts";
import { castAgents } from "./route-message.ts";

export type RevisedPlan = MessagePlan & { undone: string[] };

const UNDONE_MAX_CHARS = 300;

export function reviseSteps(request: PlanRequest, happened: readonly HappenedStep[]): RevisedPlan {
  const { steps: anew, mentions } = planSteps(request);
  if (happened.some(({ status }) => status === "handed-over")) {
    // The message is somebody else's: who handed it over is no choice any more.
    const reason = "It was handed over, so somebody else answers it.";
    return { reason, mentions, steps: anew, undone: [] };
  }
  const fates = fatesOf(happened);
  const left = fates.filter(isLeft);
  const lost = fates.filter((fate) => !isLeft(fate) && fate.status !== "done");
  // A chart is drawn out of what came before it.
  const kept = left.filter(({ objective }) => lost.length === 0 || !CHART.test(objective));
  const cast = castAgents(request.agents);
  const steps = kept.flatMap(({ agent: id, objective }) => {
    const agent = request.agents.find((candidate) => candidate.id === id);
    return agent ? [toStep(agent, objective, request, cast)] : [];
  });
  const undone = fates
    .filter((fate) => lost.includes(fate) || (left.includes(fate) && !kept.includes(fate)))
    .map(({ objective }) => objective.slice(0, UNDONE_MAX_CHARS));
  const reason =
    steps.length > 0
      ? "A step came to nothing, so what is left is planned again."
      : "A step came to nothing, and nothing else can be done.";
  return { reason, mentions, steps, undone };
}

/** What became of an objective last, and how often it was tried. */
type Fate = HappenedStep & { tries: number };

function fatesOf(happened: readonly HappenedStep[]): Fate[] {
  const fates = new Map<string, Fate>();
  for (const step of happened) {
    const tries = fates.get(step.objective)?.tries ?? 0;
    fates.set(step.objective, { ...step, tries: tries + (step.status === "not-begun" ? 0 : 1) });
  }
  return [...fates.values()];
}

function isLeft({ status, tries }: Fate): boolean {
  return status === "not-begun" || (status === "failed" && tries === 1);
}
