import "server-only";
/** Aligns two lists of named items and finds the differences of aligned items. */
import type { Change, ChangeCounts } from "../../contracts/inspector/compare/run-comparison.ts";
import { COMPARED_PAIRS_MAX } from "../limits.ts";
import { diffSequences } from "./diff-sequences.ts";

type Pair<Item> = {
  change: Change;
  left: Item | null;
  right: Item | null;
  differs: string[];
};
export type AlignedItems<Item> = {
  pairs: Pair<Item>[];
  counts: ChangeCounts;
  isAligned: boolean;
};

type How<Item> = {
  /** Items with equal keys may be aligned. */
  keyOf(item: Item): string;
  /** The names of the differences between two aligned items. */
  differs(left: Item, right: Item): string[];
};

/** The pairs in order. Beyond `COMPARED_PAIRS_MAX`, only the first differing ones. */
export function alignItems<Item>(
  left: readonly Item[],
  right: readonly Item[],
  { keyOf, differs }: How<Item>,
): AlignedItems<Item> {
  const { steps, isExact } = diffSequences(left.map(keyOf), right.map(keyOf));
  const counts: ChangeCounts = { same: 0, changed: 0, left: 0, right: 0 };
  const pairs = steps.map((step): Pair<Item> => {
    const one = step.left === null ? null : (left[step.left] ?? null);
    const other = step.right === null ? null : (right[step.right] ?? null);
    const names = one !== null && other !== null ? differs(one, other) : [];
    const change = nameChange(one !== null, other !== null, names.length > 0);
    counts[change] += 1;
    return { change, left: one, right: other, differs: names };
  });
  const shown =
    pairs.length <= COMPARED_PAIRS_MAX ? pairs : pairs.filter(({ change }) => change !== "same");
  return { pairs: shown.slice(0, COMPARED_PAIRS_MAX), counts, isAligned: isExact };
}

function nameChange(isLeft: boolean, isRight: boolean, isChanged: boolean): Change {
  if (!isRight) return "left";
  if (!isLeft) return "right";
  return isChanged ? "changed" : "same";
}
