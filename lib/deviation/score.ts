/** Plan against execution: how far what was done is from what was said (van der Aalst et al. 2012). */
import { collectOnPlan, collectUnplanned, makeFinding, sortFindings } from "./collect-findings.ts";
import { findInOrder } from "./find-in-order.ts";
import { gradeStep } from "./grade-step.ts";
import { linkRecords } from "./link-records.ts";
import { listMoves } from "./list-moves.ts";
import type { AgentExecution, OrchestratorPlan } from "./payload-schemas.ts";
import { type DeviationScore, METRIC_VERSION, type ScoredStep } from "./score-result.ts";

const UNPLANNED_COST = 1;
const MISSING_COST = 1;

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function scoreWithoutPlan(execution: AgentExecution | null | undefined): DeviationScore {
  const runs = execution?.runs ?? [];
  const findings = collectUnplanned([], linkRecords([], runs)).filter(
    ({ severity }) => severity === "alert",
  );
  return {
    score: null,
    fitness: null,
    recall: null,
    precision: null,
    order: null,
    argsCoverage: null,
    steps: [],
    unplanned: [...runs],
    findings: [makeFinding("no_plan"), ...findings],
    moves: [],
    metric_version: METRIC_VERSION,
  };
}

/**
 * Aligns an execution with the plan that it was to follow.
 *
 * D = total cost / (m + n), with m planned steps and n groups of records plus unlinked records; a move in
 * the plan alone or in the execution alone costs 1, a linked step at most 2, so that D is within [0, 1].
 * Pure and deterministic, O(n log n); ids may be anything.
 *
 * @param plan the active plan, or null where there is none: then every figure is null, and not 0 or 1
 * @param execution records in the order of the run log; null where nothing ran
 * @param options `ended`: the run is over, so that a step without a record is missing, and not pending;
 *   `carried`: ids of steps that were put off to another run, which scores them. Where nothing ran for them here they
 *   are pending, and no part of m
 */
export function scoreDeviation(
  plan: OrchestratorPlan | null | undefined,
  execution: AgentExecution | null | undefined,
  { ended, carried }: { ended: boolean; carried?: ReadonlySet<string> },
): DeviationScore {
  if (!plan) return scoreWithoutPlan(execution);
  const records = execution?.runs ?? [];
  const linked = linkRecords(plan.steps, records);
  const { groups, byStep, unlinked } = linked;
  const inOrder = findInOrder(groups.map(({ step }) => step));
  const findings = collectUnplanned(plan.steps, linked);
  let totalCost = unlinked.length * UNPLANNED_COST;
  let argsCompared = 0;
  const putOff = new Set<string>();
  const steps = plan.steps.map((step, place): ScoredStep => {
    const group = byStep[place];
    if (!group && carried?.has(step.id)) {
      putOff.add(step.id);
      findings.push(makeFinding("carried_over", { stepId: step.id }));
      return { stepId: step.id, class: ["pending"], cost: 0, records: [] };
    }
    if (!group) {
      const cost = ended ? MISSING_COST : 0;
      totalCost += cost;
      return { stepId: step.id, class: [ended ? "missing" : "pending"], cost, records: [] };
    }
    const grade = gradeStep(step, group, inOrder.has(place), (kind, recordIndex) =>
      findings.push(makeFinding(kind, { stepId: step.id, recordIndex })),
    );
    totalCost += grade.cost;
    if (grade.argsCompared) argsCompared++;
    const attempts = group.attempts.map(({ record }) => record);
    return { stepId: step.id, class: grade.classes, cost: grade.cost, records: attempts };
  });
  const matched = groups.length;
  const ran = matched + unlinked.length;
  const planned = steps.length - putOff.size;
  const score = ratio(totalCost, planned + ran) ?? 0;
  const unplanned = unlinked.map(({ record }) => record);
  return {
    score,
    fitness: 1 - score,
    recall: ratio(matched, planned),
    precision: ratio(matched, ran),
    order: ratio(inOrder.size, matched),
    argsCoverage: ratio(argsCompared, matched),
    steps,
    unplanned,
    findings: [...sortFindings(findings), ...collectOnPlan(plan.steps, records, linked)],
    moves: listMoves(plan.steps, steps, unplanned).filter(
      ({ stepId }) => stepId === null || !putOff.has(stepId),
    ),
    metric_version: METRIC_VERSION,
  };
}
