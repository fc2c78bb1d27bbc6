/** Compares two runs: plan, hops, state and answer. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type {
  AlignedHops,
  AlignedSteps,
  Change,
  ChangeCounts,
  ComparedHop,
  ComparedRun,
  RunComparison,
} from "../../contracts/inspector/run-comparison.ts";
import type { Plan } from "../../contracts/run/plan.ts";
import type { SaidScope } from "../../db/inspector/opening/reviews.ts";
import {
  readComparedRuns,
  type StoredComparedRun,
  type StoredHop,
} from "../../db/inspector/read-compared-run.ts";
import { maskRun } from "../../db/inspector/runs/run-rows.ts";
import * as text from "../../messages/inspector-findings.ts";
import { COMPARED_PAIRS_MAX } from "../limits.ts";
import { accessAt, decideReading, type PayloadAccess } from "../payload-access.ts";
import { toInspectedStep } from "../plan/list-claims.ts";
import { type PlanEvents, readPlanEvents } from "../plan/read-plan-events.ts";
import { compareRunStates } from "./compare-run-states.ts";
import { compareTexts, diffSequences } from "./compare-texts.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function compareRuns(
  actor: Actor,
  leftId: string,
  rightId: string,
): Promise<RunComparison> {
  const { access, said } = await decideReading(actor, { runIds: [leftId, rightId] });
  const { level } = access;
  const { left, right } = await readComparedRuns(actor, leftId, rightId);
  // A key for each side: digests of one run say nothing of the other.
  return projectComparison(left, right, said, {
    level,
    left: accessAt(level, actor, { runIds: [leftId] }),
    right: accessAt(level, actor, { runIds: [rightId] }),
  });
}

type SideAccess = Record<"left" | "right", PayloadAccess> & Pick<PayloadAccess, "level">;

function projectComparison(
  left: StoredComparedRun,
  right: StoredComparedRun,
  runs: SaidScope,
  access: SideAccess,
): RunComparison {
  const isSaid = access.level !== "all-masked";
  const isOpen = access.level === "full";
  const [one, other] = [readPlanEvents(left.plan.events), readPlanEvents(right.plan.events)];
  return {
    left: toComparedRun(left, one, runs),
    right: toComparedRun(right, other, runs),
    hidden: !isOpen,
    question: isSaid ? compareTexts(left.question, right.question) : null,
    answer: isSaid ? compareTexts(left.answer, right.answer) : null,
    plan: comparePlans(activePlan(one), activePlan(other), access),
    hops: compareHops(left.hops, right.hops, isOpen),
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

function toComparedRun(
  { run, hopCount }: StoredComparedRun,
  events: PlanEvents,
  said: SaidScope,
): ComparedRun {
  return {
    run: maskRun(run, said),
    hasPlan: events.made.length > 0,
    hopCount,
    revisions: Math.max(0, events.made.length - 1),
  };
}

/** Aligns the active plans of two runs. */
function comparePlans(left: Plan | null, right: Plan | null, access: SideAccess): AlignedSteps {
  const isOpen = access.level === "full";
  const { pairs, counts, isAligned } = alignItems(left?.steps ?? [], right?.steps ?? [], {
    isOpen,
    keyOf: ({ type, target, agentId }) => JSON.stringify([type, target, agentId]),
    differs: (one, other) => [
      ...(one.id === other.id ? [] : [text.stepId()]),
      ...(!isOpen || one.objective === other.objective ? [] : [text.objective()]),
      ...(!isOpen || one.expectedArgsSha256 === other.expectedArgsSha256
        ? []
        : [text.argumentsWord()]),
    ],
  });
  const show = (step: Plan["steps"][number] | null, own: PayloadAccess) =>
    step && toInspectedStep(step, own);
  const shown = pairs.map((pair) => ({
    change: pair.change,
    left: show(pair.left, access.left),
    right: show(pair.right, access.right),
    differs: pair.differs,
  }));
  return { pairs: shown, counts, isAligned };
}

/** Aligns the hops of two runs. */
function compareHops(
  left: readonly StoredHop[],
  right: readonly StoredHop[],
  isOpen: boolean,
): AlignedHops {
  return alignItems(toHops(left, isOpen), toHops(right, isOpen), {
    isOpen,
    keyOf: ({ depth, kind, nodeId }) => JSON.stringify([depth, kind, nodeId]),
    differs: (one, other) => [
      ...(one.outcome === other.outcome ? [] : [text.outcome()]),
      ...(isOther(one.inputSha256, other.inputSha256) ? [text.input()] : []),
      ...(isOther(one.outputSha256, other.outputSha256) ? [text.output()] : []),
    ],
  });
}

/** A value that is unknown on one side counts as equal. */
function isOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function toHops(stored: readonly StoredHop[], isOpen: boolean): ComparedHop[] {
  const depths = new Map<string, number>();
  return stored.map((hop): ComparedHop => {
    // A parent starts before its child. A missing one means an orphan or a cycle.
    const above = hop.parentRef === null ? undefined : depths.get(hop.parentRef);
    const depth = above === undefined ? 0 : above + 1;
    const hopRef = hop.hopRef ?? "";
    if (!depths.has(hopRef)) depths.set(hopRef, depth);
    return {
      seq: hop.seq,
      hopRef,
      depth,
      kind: hop.kind ?? "",
      nodeId: hop.nodeId ?? "",
      outcome: hop.outcome,
      durationMs: hop.durationMs === null ? null : Math.max(0, hop.durationMs),
      inputSha256: isOpen ? hop.inputSha256 : null,
      outputSha256: isOpen ? hop.outputSha256 : null,
    };
  });
}

type Pair<Item> = {
  change: Change;
  left: Item | null;
  right: Item | null;
  differs: string[];
};
type AlignedItems<Item> = {
  pairs: Pair<Item>[];
  counts: ChangeCounts;
  isAligned: boolean;
};

type How<Item> = {
  /** False where the differences are those of the shape only, so that items without one may still differ. */
  isOpen: boolean;
  /** Items with equal keys may be aligned. */
  keyOf(item: Item): string;
  /** The names of the differences between two aligned items. */
  differs(left: Item, right: Item): string[];
};

/**
 * Aligns two lists of named items and finds the differences of aligned items.
 * @returns the pairs in order; beyond `COMPARED_PAIRS_MAX`, only the first differing ones
 */
function alignItems<Item>(
  left: readonly Item[],
  right: readonly Item[],
  { isOpen, keyOf, differs }: How<Item>,
): AlignedItems<Item> {
  const { steps, isExact } = diffSequences(left.map(keyOf), right.map(keyOf));
  const counts: ChangeCounts = { same: 0, changed: 0, left: 0, right: 0, hidden: 0 };
  const pairs = steps.map((step): Pair<Item> => {
    const one = step.left === null ? null : (left[step.left] ?? null);
    const other = step.right === null ? null : (right[step.right] ?? null);
    const names = one !== null && other !== null ? differs(one, other) : [];
    const both = names.length > 0 ? "changed" : isOpen ? "same" : "hidden";
    const change = other === null ? "left" : one === null ? "right" : both;
    counts[change] += 1;
    return { change, left: one, right: other, differs: names };
  });
  const shown =
    pairs.length <= COMPARED_PAIRS_MAX ? pairs : pairs.filter(({ change }) => change !== "same");
  return { pairs: shown.slice(0, COMPARED_PAIRS_MAX), counts, isAligned: isExact };
}
