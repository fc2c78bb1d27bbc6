import "server-only";
/** States of consecutive deltas, with each value sent once. */
import type {
  BlamedLeaf,
  ContextBlock,
  ContextStep,
} from "../../contracts/inspector/context/context-inspection.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { joinPointer, type Leaf, listLeaves, toLeaves } from "../to-leaves.ts";
import { toPayload } from "../to-payload.ts";
import { listAuthors } from "./blame-field.ts";
import { checkStep, type RecordedStep, replayStep, type Tracked } from "./replay-step.ts";
import type { KnownSchema } from "./schema-of.ts";

export type StoredStep = RecordedStep & { delta: unknown };

/** @param base the state before the first of the steps */
export function projectBlock(
  schema: KnownSchema,
  base: Tracked,
  steps: readonly StoredStep[],
  access: PayloadAccess,
): ContextBlock {
  const { leaves, add } = collectLeaves(access);
  const projected: ContextStep[] = [];
  const baseLeaves = add(base);
  let last = base;
  for (const step of steps) {
    const replayed = replayStep(schema, last, step);
    const replayedAfter = checkStep(schema, replayed, step);
    last = replayed.tracked;
    projected.push({
      ordinal: step.ordinal,
      ...projectDelta(schema, step.delta, access),
      changes: replayed.changes.map(({ op, path, before, after }) => ({
        op,
        path,
        before: before.map((leaf) => toLeaf(leaf, access)),
        after: after.map((leaf) => toLeaf(leaf, access)),
      })),
      recordedBefore: step.beforeSha256,
      recordedAfter: step.afterSha256,
      replayedAfter,
      findings: replayed.findings,
      state: add(last),
      stateBytes: Buffer.byteLength(JSON.stringify(last.state)),
    });
  }
  return { leaves, base: baseLeaves, steps: projected };
}

/** The names of unknown keys are content, as their values are. */
function projectDelta(
  schema: KnownSchema,
  delta: unknown,
  access: PayloadAccess,
): Pick<ContextStep, "delta" | "unknown"> {
  const unknown = schema.unknownKeys(delta).map((names) => names.reduce(joinPointer, ""));
  const isUnknown = ({ path }: { path: string }) =>
    unknown.some((key) => path === key || path.startsWith(`${key}/`));
  const leaves = toLeaves(delta, access);
  return {
    delta: leaves.filter((leaf) => !isUnknown(leaf)),
    unknown: {
      count: unknown.length,
      leaves: access === "full" ? leaves.filter(isUnknown) : [],
    },
  };
}

function toLeaf({ path, value }: Leaf, access: PayloadAccess) {
  return { path, value: toPayload(value, access) };
}

type KnownLeaf = { value: unknown; by: number; index: number };

function collectLeaves(access: PayloadAccess) {
  const leaves: BlamedLeaf[] = [];
  const known = new Map<string, KnownLeaf[]>();
  const indexOf = (leaf: Leaf, by: number): number => {
    const atPath = known.get(leaf.path) ?? [];
    if (atPath.length === 0) known.set(leaf.path, atPath);
    const same = atPath.findLast((one) => one.by === by && isSame(one.value, leaf.value));
    if (same) return same.index;
    const index = leaves.push({ ...toLeaf(leaf, access), by }) - 1;
    atPath.push({ value: leaf.value, by, index });
    return index;
  };
  const add = ({ state, by }: Tracked): number[] => {
    const authors = listAuthors(by, state);
    return listLeaves(state).map((leaf, place) => indexOf(leaf, authors[place] ?? 0));
  };
  return { leaves, add };
}

/** A leaf that is an object or a list is empty. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object") return false;
  return JSON.stringify(one) === JSON.stringify(other);
}
