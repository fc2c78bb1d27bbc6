/** Reads an agent's deltas from their columns, and finds paths, authors and single steps among them. Pure. */
import type {
  AgentTimeline,
  BlamedLeaf,
  ContextBlock,
  ContextRun,
  ContextStep,
} from "@/lib/contracts/inspector/run/context-inspection.ts";
import * as texts from "@/lib/messages/inspector-context.ts";

export type Delta = {
  ordinal: number;
  /** Null for a correction that the person made between two turns, and for a deleted run. */
  run: ContextRun | null;
  hopRef: string | null;
  nodeId: string | null;
  /** `model`, `coordinator` or `person` */
  origin: string;
  /** Milliseconds since 1970. */
  at: number;
  paths: string[];
};

export function listDeltas({ deltas }: AgentTimeline): Delta[] {
  return deltas.ordinal.map((ordinal, index) => {
    const hop = deltas.hops[deltas.hop[index] ?? -1];
    return {
      ordinal,
      run: deltas.runs[deltas.run[index] ?? -1] ?? null,
      hopRef: hop?.hopRef ?? null,
      nodeId: hop?.nodeId ?? null,
      origin: deltas.texts[deltas.origin[index] ?? -1] ?? texts.unknown(),
      at: deltas.at[index] ?? 0,
      paths: (deltas.paths[index] ?? []).map((text) => deltas.texts[text] ?? ""),
    };
  });
}

/** True where a patch at `touched` changes the value at `path`: at the same place, above it, or below it. */
export function touches(touched: string, path: string): boolean {
  if (touched === path || path === "") return true;
  return touched.startsWith(`${path}/`) || path.startsWith(`${touched}/`);
}

/** The deltas that touched a path, oldest first, up to and including an ordinal. The last one set the current value. */
export function blamePath(deltas: readonly Delta[], path: string, upTo: number): Delta[] {
  return deltas.filter(
    ({ ordinal, paths }) => ordinal <= upTo && paths.some((touched) => touches(touched, path)),
  );
}

/** All paths that a delta touched, and the places above them, for people to choose from. */
export function listPaths(deltas: readonly Delta[]): string[] {
  const paths = new Set<string>();
  for (const delta of deltas) {
    for (const path of delta.paths) {
      // An item's index changes with other items, so only the list itself can be chosen.
      const steps = path.split("/").filter((step, place) => place < 2 || !/^(?:\d+|-)$/.test(step));
      for (let length = 2; length <= steps.length; length += 1) {
        paths.add(steps.slice(0, length).join("/"));
      }
    }
  }
  return [...paths].sort();
}

/**
 * The ordinal to open at: the address's own, unless the selected hop changed something else; then the last delta of
 * that hop, else the last of this run, else the last before this run.
 */
export function findOpening(
  deltas: readonly Delta[],
  { at, hopRef, runId, startedAt }: Opening,
): number {
  const last = deltas.at(-1)?.ordinal ?? 0;
  const ofRun = deltas.filter(({ run }) => run?.runId === runId);
  const ofHop = ofRun.filter((delta) => hopRef !== null && delta.hopRef === hopRef);
  const isAsked = at !== null && at >= 0 && at <= last;
  if (isAsked && (ofHop.length === 0 || ofHop.some(({ ordinal }) => ordinal === at))) return at;
  const own = ofHop.at(-1) ?? ofRun.at(-1);
  if (own) return own.ordinal;
  return deltas.findLast((delta) => delta.at <= startedAt)?.ordinal ?? 0;
}

type Opening = {
  at: number | null;
  hopRef: string | null;
  runId: string;
  /** Milliseconds since 1970. */
  startedAt: number;
};

type TurnStretch = { run: ContextRun | null; from: number; count: number };

/** Consecutive deltas of the same turn. */
export function groupByTurn(deltas: readonly Delta[]): TurnStretch[] {
  const stretches: TurnStretch[] = [];
  for (const { run, ordinal } of deltas) {
    const last = stretches.at(-1);
    if (last && last.run?.runId === run?.runId) last.count += 1;
    else stretches.push({ run, from: ordinal, count: 1 });
  }
  return stretches;
}

/** People write `answers.platform`; patches write `/answers/platform`. */
export function toPointer(path: string): string {
  return path.startsWith("/") ? path : `/${path.replaceAll(".", "/")}`;
}

export type StepShown = {
  ordinal: number;
  /** Null at 0, before the first delta. */
  step: ContextStep | null;
  before: BlamedLeaf[];
  after: BlamedLeaf[];
};

/**
 * Finds one delta in its block, with the state before and after it.
 * @returns null where this block does not contain that ordinal
 */
export function findStep(block: ContextBlock, ordinal: number): StepShown | null {
  const leavesOf = (indices: readonly number[]) =>
    indices.flatMap((index) => block.leaves[index] ?? []);
  const place = block.steps.findIndex((step) => step.ordinal === ordinal);
  const step = block.steps[place];
  if (step) {
    const before = block.steps[place - 1]?.state ?? block.base;
    return { ordinal, step, before: leavesOf(before), after: leavesOf(step.state) };
  }
  if (ordinal !== 0 || (block.steps[0]?.ordinal ?? 1) > 1) return null;
  return { ordinal, step: null, before: [], after: leavesOf(block.base) };
}
