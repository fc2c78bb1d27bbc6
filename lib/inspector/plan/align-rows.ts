import "server-only";
/** The alignment of plan and execution as rows in reading order. */
import type {
  AlignedRow,
  Attempt,
  Attempts,
  InspectedStep,
} from "../../contracts/inspector/plan/plan-inspection.ts";
import type { PlacedRecord } from "../../deviation/link-records.ts";
import { linkRecords } from "../../deviation/link-records.ts";
import type { AgentExecution, OrchestratorPlan } from "../../deviation/payload-schemas.ts";
import type { DeviationScore } from "../../deviation/score-result.ts";

/** Attempts of one step, and calls inside one step, that are sent. */
const ATTEMPTS_MAX = 50;

type Given = {
  plan: OrchestratorPlan;
  execution: AgentExecution;
  /** As many as the plan has, in its order. */
  steps: readonly InspectedStep[];
  /** As many as the execution has records, in its order. */
  ran: readonly Attempt[];
  score: DeviationScore;
  /** What has begun for a step and is not recorded yet, by step id. */
  going: ReadonlyMap<string, Attempt>;
};

/**
 * One row for each planned step in the order of the plan. What was not planned stands below the step that had begun
 * last when it began.
 */
export function alignRows({ plan, execution, steps, ran, score, going }: Given): AlignedRow[] {
  const { byStep, unlinked } = linkRecords(plan.steps, execution.runs);
  const agents = new Set(steps.filter(({ type }) => type === "agent").map(({ target }) => target));
  const toAttempts = (placed: readonly PlacedRecord[]): Attempts => ({
    shown: placed.slice(0, ATTEMPTS_MAX).flatMap(({ index }) => ran[index] ?? []),
    count: placed.length,
  });
  const isBelow = (type: string, agentId: string | null) =>
    type === "tool" && agentId !== null && agents.has(agentId);
  const planned = steps.map((step, place): AlignedRow => {
    const group = byStep[place];
    const { class: classes = [], cost = 0 } = score.steps[place] ?? {};
    const begun = group ? undefined : going.get(step.id);
    return {
      step,
      depth: isBelow(step.type, step.agentId) ? 1 : 0,
      classes,
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

/** @param begins of each planned row, the place in the run log of what ran for it */
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
