import "server-only";
/** Compares two runs: plan, hops, state and answer. */
import type { Actor } from "../../access/actor.ts";
import type {
  ComparedRun,
  RunComparison,
} from "../../contracts/inspector/compare/run-comparison.ts";
import type { Plan } from "../../contracts/run/plan.ts";
import {
  readComparedRuns,
  type StoredComparedRun,
} from "../../db/inspector/compare/read-compared-run.ts";
import { type PayloadAccess, payloadAccessOf } from "../payload-access.ts";
import { type PlanEvents, readPlanEvents } from "../plan/read-plan-events.ts";
import { compareHops } from "./compare-hops.ts";
import { comparePlans } from "./compare-plans.ts";
import { compareRunStates } from "./compare-run-states.ts";
import { compareTexts } from "./compare-texts.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function compareRuns(
  actor: Actor,
  leftId: string,
  rightId: string,
): Promise<RunComparison> {
  const access = await payloadAccessOf(actor, { runIds: [leftId, rightId] });
  const { left, right } = await readComparedRuns(actor, leftId, rightId);
  return projectComparison(left, right, access);
}

function projectComparison(
  left: StoredComparedRun,
  right: StoredComparedRun,
  access: PayloadAccess,
): RunComparison {
  const said = (text: string) => (access === "all-masked" ? "" : text);
  const [one, other] = [readPlanEvents(left.plan.events), readPlanEvents(right.plan.events)];
  return {
    left: toComparedRun(left, one),
    right: toComparedRun(right, other),
    question: compareTexts(said(left.question), said(right.question)),
    answer: compareTexts(said(left.answer), said(right.answer)),
    plan: comparePlans(activePlan(one), activePlan(other), access),
    hops: compareHops(left.hops, right.hops),
    states: compareRunStates(
      { runId: left.run.id, states: left.states },
      { runId: right.run.id, states: right.states },
      access,
    ),
  };
}

function activePlan({ made }: PlanEvents): Plan | null {
  return made.at(-1)?.body.plan ?? null;
}

function toComparedRun({ run, hopCount }: StoredComparedRun, events: PlanEvents): ComparedRun {
  return {
    run,
    hasPlan: events.made.length > 0,
    hopCount,
    revisions: Math.max(0, events.made.length - 1),
  };
}
