import "server-only";
/** A stretch of the time machine: the states of some steps in a row, each value told once. */
import type { BlamedLeaf, ContextBlock, ContextStep } from "../../contracts/context-inspection.ts";
import type { Sight } from "../sight.ts";
import { type Leaf, listLeaves, toLeaves } from "../to-leaves.ts";
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
  sight: Sight,
): ContextBlock {
  const { leaves, add } = collectLeaves(sight);
  const projected: ContextStep[] = [];
  const baseLeaves = add(base);
  let last = base;
  for (const step of steps) {
    const replayed = replayStep(schema, last, step);
    const replayedAfter = checkStep(schema, replayed, step);
    last = replayed.tracked;
    projected.push({
      ordinal: step.ordinal,
      delta: toLeaves(step.delta, sight),
      changes: replayed.changes.map(({ op, path, before, after }) => ({
        op,
        path,
        before: before.map((leaf) => toLeaf(leaf, sight)),
        after: after.map((leaf) => toLeaf(leaf, sight)),
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

function toLeaf({ path, value }: Leaf, sight: Sight) {
  return { path, value: toPayload(value, sight) };
}

function collectLeaves(sight: Sight) {
  const leaves: BlamedLeaf[] = [];
  const known = new Map<string, number>();
  const add = ({ state, by }: Tracked): number[] => {
    const authors = listAuthors(by, state);
    return listLeaves(state).map((leaf, place) => {
      const author = authors[place] ?? 0;
      const key = `${author} ${leaf.path} ${JSON.stringify(leaf.value)}`;
      const index = known.get(key) ?? leaves.length;
      if (index === leaves.length) {
        known.set(key, index);
        leaves.push({ ...toLeaf(leaf, sight), by: author });
      }
      return index;
    });
  };
  return { leaves, add };
}
