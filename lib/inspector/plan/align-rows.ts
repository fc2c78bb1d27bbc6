/** The alignment of plan and execution as rows in reading order. */
import "server-only";
import type {
  AlignedRow,
  Attempt,
  Attempts,
  InspectedStep,
} from "../../contracts/inspector/run/plan-inspection.ts";
import type { PlacedRecord } from "../../deviation/link-records.ts";
import { linkRecords } from "../../deviation/link-records.ts";
import type { AgentExecution, OrchestratorPlan } from "../../deviation/payload-schemas.ts";
import type { DeviationScore } from "../../deviation/score-result.ts";
import { PLAN_ATTEMPTS_MAX } from "../limits.ts";

type Given = {
  plan: OrchestratorPlan;
  execution: AgentExecution;
  /** One per step of the plan, in its order. */
  steps: readonly InspectedStep[];
  /** One per record of the execution, in its order. */
  ran: readonly Attempt[];
  score: DeviationScore;
  /** Active executions without a record yet, by step id. */
  running: ReadonlyMap<string, Attempt>;
};

/**
 * One row per planned step, in the order of the plan. An unplanned execution is below the step that started last before
 * it.
 */
export function alignRows({ plan, execution, steps, ran, score, running }: Given): AlignedRow[] {
  const { byStep, unlinked } = linkRecords(plan.steps, execution.runs);
  const agents = new Set(steps.filter(({ type }) => type === "agent").map(({ target }) => target));
  const toAttempts = (placed: readonly PlacedRecord[]): Attempts => ({
    shown: placed.slice(0, PLAN_ATTEMPTS_MAX).flatMap(({ index }) => ran[index] ?? []),
    count: placed.length,
  });
  const isBelow = (type: string, agentId: string | null) =>
    type === "tool" && agentId !== null && agents.has(agentId);
  const planned = steps.map((step, place): AlignedRow => {
    const group = byStep[place];
    const { class: classes = [], cost = 0 } = score.steps[place] ?? {};
    const begun = group?.attempts.length ? undefined : running.get(step.id);
    return {
      step,
      depth: isBelow(step.type, step.agentId) ? 1 : 0,
      classes: begun ? ["running"] : classes,
      cost,
      attempts: begun ? { shown: [begun], count: 1 } : toAttempts(group?.attempts ?? []),
      inside: toAttempts(group?.inside ?? []),
    };
  });
  const extra = unlinked.map((placed): { index: number; row: AlignedRow } => {
    const attempt = ran[placed.index];
    const depth = attempt && isBelow(attempt.type, attempt.agentId) ? 1 : 0;
    const row: AlignedRow = {
      step: null,
      depth,
      classes: ["unplanned"],
      cost: 1,
      attempts: toAttempts([placed]),
      inside: NONE,
    };
    return { index: placed.index, row };
  });
  return interleave(
    planned,
    byStep.map((group) => group && beginOf(group)),
    extra,
  );
}

const NONE: Attempts = { shown: [], count: 0 };

function beginOf({
  attempts,
  inside,
}: {
  attempts: PlacedRecord[];
  inside: PlacedRecord[];
}): number {
  return Math.min(
    attempts[0]?.index ?? Number.POSITIVE_INFINITY,
    inside[0]?.index ?? Number.POSITIVE_INFINITY,
  );
}

/** @param begins for each planned row, the place in the run log of its first execution */
function interleave(
  planned: readonly AlignedRow[],
  begins: readonly (number | undefined)[],
  extra: readonly { index: number; row: AlignedRow }[],
): AlignedRow[] {
  const begun = begins
    .flatMap((begin, place) => (begin === undefined ? [] : { begin, place }))
    .sort((one, other) => one.begin - other.begin);
  const below = new Map<number, AlignedRow[]>();
  let next = 0;
  let place = -1;
  for (const { index, row } of extra) {
    for (let step = begun[next]; step && step.begin < index; step = begun[next]) {
      place = step.place;
      next += 1;
    }
    const rows = below.get(place);
    if (rows) rows.push(row);
    else below.set(place, [row]);
  }
  return [
    ...(below.get(-1) ?? []),
    ...planned.flatMap((row, at) => [row, ...(below.get(at) ?? [])]),
  ];
}
