/** Aligns two lists by the fewest additions and removals. */
import "server-only";
import { diffArrays } from "diff";
import { COMPARED_EDITS_MAX } from "../limits.ts";

/** Indices into both lists; null where the item is only on the other side. */
type Step = { left: number | null; right: number | null };
/** `isExact`: false where the lists differ too much, and only their common beginning and end are aligned. */
export type Difference = { steps: Step[]; isExact: boolean };

/** Aligns items whose keys are equal. O(n + d²) for d items that are only on one side. */
export function diffSequences(left: readonly string[], right: readonly string[]): Difference {
  const start = commonStart(left, right);
  const end = commonEnd(left.slice(start), right.slice(start));
  const one = left.slice(start, left.length - end);
  const other = right.slice(start, right.length - end);
  const changes = diffArrays([...one], [...other], { maxEditLength: COMPARED_EDITS_MAX });
  const steps: Step[] = [];
  let [atLeft, atRight] = [0, 0];
  const pair = (count: number) => {
    for (let n = 0; n < count; n += 1) steps.push({ left: atLeft++, right: atRight++ });
  };
  const take = (removed: number, added: number) => {
    for (let n = 0; n < removed; n += 1) steps.push({ left: atLeft++, right: null });
    for (let n = 0; n < added; n += 1) steps.push({ left: null, right: atRight++ });
  };
  pair(start);
  if (!changes) take(one.length, other.length);
  for (const { added, removed, count } of changes ?? []) {
    if (added || removed) take(removed ? count : 0, added ? count : 0);
    else pair(count);
  }
  pair(end);
  return { steps, isExact: changes !== undefined };
}

function commonStart(left: readonly string[], right: readonly string[]): number {
  const differs = left.findIndex((key, index) => key !== right[index]);
  return differs < 0 ? left.length : differs;
}

function commonEnd(left: readonly string[], right: readonly string[]): number {
  return commonStart(left.toReversed(), right.toReversed());
}
