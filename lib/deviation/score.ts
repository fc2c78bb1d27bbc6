/** Compares an execution with its plan (van der Aalst et al. 2012). */
import { collectOnPlan, collectUnplanned, makeFinding, sortFindings } from "./collect-findings.ts";
import { gradeStep, hasRun } from "./grade-step.ts";
import { type Group, linkRecords, type UnlinkedRecord } from "./link-records.ts";
import type {
  AgentExecution,
  ExecutionRecord,
  OrchestratorPlan,
  PlanStep,
} from "./payload-schemas.ts";
import { type DeviationScore, METRIC_VERSION, type Move, type ScoredStep } from "./score-result.ts";
import { nodeOf, typeOf } from "./step-target.ts";

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
  return withoutScore(runs, [makeFinding("no_plan"), ...findings]);
}

function withoutScore(
  runs: readonly ExecutionRecord[],
  findings: DeviationScore["findings"],
): DeviationScore {
  return {
    score: null,
    fitness: null,
    recall: null,
    precision: null,
    order: null,
    argsCoverage: null,
    counts: { planned: 0, matched: 0, ran: runs.length },
    size: 0,
    steps: [],
    unplanned: [...runs],
    findings,
    moves: [],
    metric_version: METRIC_VERSION,
  };
}

type ScoreOptions = {
  ended: boolean;
  stopped?: boolean;
  isEmpty?: boolean;
  suspendedIds?: ReadonlySet<string>;
};

/**
 * Aligns an execution with its plan.
 *
 * D = total cost / (m + n), with m planned steps and n groups of records plus unlinked records; a move in the plan
 * alone or in the execution alone costs 1, a linked step at most 2, so that D is within [0, 1]. Pure and deterministic,
 * O(n log n); ids may be anything.
 *
 * @param plan the active plan; without one every figure is null
 * @param execution records in the order of the run log; null where nothing ran. A payload of another version than 1,
 *   here or as the plan, has no score and gives the finding `unknown_version`
 * @param options `ended`: the run is over, so a step without a record is missing instead of pending; `stopped`: its
 *   person stopped it or it was interrupted, so such a step was not reached and is not part of m; `isEmpty`: nothing was
 *   answered, so the run has no score, however well it kept to its plan; `suspendedIds`: ids
 *   of steps that another run executes and scores. Without a record here they are pending and not part of m
 */
export function scoreDeviation(
  plan: OrchestratorPlan | null | undefined,
  execution: AgentExecution | null | undefined,
  { ended, stopped = false, isEmpty = false, suspendedIds }: ScoreOptions,
): DeviationScore {
  const unknown = [plan, execution].find((payload) => payload && payload.version !== 1);
  if (unknown) return withoutScore([], [unknownVersion(unknown)]);
  if (!plan) return scoreWithoutPlan(execution);
  const records = execution?.runs ?? [];
  const linked = linkRecords(plan.steps, records);
  const { groups, byStep, unlinked } = linked;
  const inOrder = findInOrder(groups.map(({ step }) => step));
  const findings = collectUnplanned(plan.steps, linked);
  let totalCost = unlinked.length * UNPLANNED_COST;
  /** Steps whose arguments were compared, by their place in the plan. */
  const compared = new Set<number>();
  /** Steps outside of m: another run executes them, or this one did not reach them. */
  const outside = new Set<string>();
  const steps = plan.steps.map((step, place): ScoredStep => {
    const group = byStep[place];
    if (!group && suspendedIds?.has(step.id)) {
      outside.add(step.id);
      findings.push(makeFinding("carried_over", { stepId: step.id }));
      return { stepId: step.id, class: ["pending"], cost: 0, records: [] };
    }
    if (!group && stopped) {
      outside.add(step.id);
      return { stepId: step.id, class: ["not_reached"], cost: 0, records: [] };
    }
    if (!group) {
      const cost = ended ? MISSING_COST : 0;
      totalCost += cost;
      return { stepId: step.id, class: [ended ? "missing" : "pending"], cost, records: [] };
    }
    // The step's agent still runs: so far only calls inside it have a record.
    if (group.attempts.length === 0 && !ended) {
      return { stepId: step.id, class: ["pending"], cost: 0, records: [] };
    }
    const grade = gradeStep(step, group, inOrder.has(place), (kind, recordIndex) =>
      findings.push(makeFinding(kind, { stepId: step.id, recordIndex })),
    );
    totalCost += grade.cost;
    if (grade.argsCompared) compared.add(place);
    const attempts = group.attempts.map(({ record }) => record);
    return { stepId: step.id, class: grade.classes, cost: grade.cost, records: attempts };
  });
  const planned = steps.length - outside.size;
  const size = planned + groups.length + unlinked.length;
  const score = ratio(totalCost, size) ?? 0;
  const unplanned = unlinked.map(({ record }) => record);
  return {
    score: isEmpty ? null : score,
    fitness: isEmpty ? null : 1 - score,
    ...sharesOf({ groups, unlinked, planned, ended, inOrder, compared }),
    size,
    steps,
    unplanned,
    findings: [...sortFindings(findings), ...collectOnPlan(plan.steps, records, linked)],
    moves: listMoves(plan.steps, steps, unplanned).filter(
      ({ stepId }) => stepId === null || !outside.has(stepId),
    ),
    metric_version: METRIC_VERSION,
  };
}

type Aligned = {
  groups: readonly Group[];
  unlinked: readonly UnlinkedRecord[];
  /** m */
  planned: number;
  ended: boolean;
  /** By their places in the plan. */
  inOrder: ReadonlySet<number>;
  compared: ReadonlySet<number>;
};

/**
 * Recall, precision, order, and how many arguments were compared. A call counts only if it ran. A step that waits for
 * approval is left out: how it ends is not known yet.
 */
function sharesOf({ groups, unlinked, planned, ended, inOrder, compared }: Aligned) {
  const done = groups.filter(({ attempts, inside }) =>
    // The step's agent still runs where only calls inside it have a record.
    attempts.length > 0 || !ended ? attempts.some(hasRun) : inside.some(hasRun),
  );
  const waiting = groups.filter(({ attempts }) => attempts.at(-1)?.record.metadata?.waits);
  const matched = done.length;
  const counts = {
    planned: planned - waiting.filter((group) => !done.includes(group)).length,
    matched,
    ran: matched + unlinked.filter(hasRun).length,
  };
  const shareOf = (places: ReadonlySet<number>) =>
    ratio(done.filter(({ step }) => places.has(step)).length, matched);
  return {
    recall: ended || counts.ran > 0 ? ratio(matched, counts.planned) : null,
    precision: ratio(matched, counts.ran),
    order: shareOf(inOrder),
    argsCoverage: shareOf(compared),
    counts,
  };
}

function unknownVersion({ version }: { version: unknown }): DeviationScore["findings"][number] {
  return makeFinding("unknown_version", {
    ...(typeof version === "number" ? { value: version } : {}),
  });
}

/**
 * The longest increasing subsequence by patience sorting, O(n log n) (Fredman 1975).
 * @param places distinct numbers
 * @returns the members of one longest increasing subsequence; the same one for the same input
 */
export function findInOrder(places: readonly number[]): Set<number> {
  /** For each length, the index of the smallest end. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, place] of places.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const members = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    members.add(places[index] ?? 0);
  }
  return members;
}

/**
 * The moves of an alignment, small and without digests, so that equal ones can be counted over many runs.
 * @param scored one for each step, in the same order
 */
function listMoves(
  steps: readonly PlanStep[],
  scored: readonly ScoredStep[],
  unplanned: readonly ExecutionRecord[],
): Move[] {
  const planned = steps.map((step, place): Move => {
    const { class: classes = [], cost = 0 } = scored[place] ?? {};
    const { target_tool: tool, target_node_id: node } = step;
    return {
      stepId: step.id,
      type: step.type,
      target: tool ?? node ?? null,
      agentId: node ?? null,
      class: classes,
      cost,
    };
  });
  const extra = unplanned.map((record): Move => {
    const node = nodeOf(record);
    return {
      stepId: null,
      type: typeOf(record),
      target: record.tool_invoked ?? node ?? null,
      agentId: node ?? null,
      class: ["unplanned"],
      cost: UNPLANNED_COST,
    };
  });
  return [...planned, ...extra];
}
