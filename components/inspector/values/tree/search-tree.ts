/** Searches names and values of a JSON value in slices. Pure. */
import { foldText } from "@/lib/contracts/public/search/fold-text.ts";
import { isBranch, textOfLeaf } from "./tree-rows.ts";

/** Number of values between two yields. */
const SLICE_VALUES = 1_000;

export type TreeMatch = {
  /** Names from the top; empty for a value that stands alone. */
  path: string[];
};

type Level = { value: object; names: string[]; next: number };

/** Stands for a match whose path is not kept. */
export const COUNTED: TreeMatch = { path: [] };

/**
 * Yields matches in the order of the tree, and null at intervals, so that the caller can pause. Folds both.
 *
 * @param kept number of matches that are given with their path; further ones are `COUNTED`
 */
export function* searchTree(
  value: unknown,
  text: string,
  kept = Number.POSITIVE_INFINITY,
): Generator<TreeMatch | null> {
  const wanted = foldText(text);
  if (wanted === "") return;
  if (!isBranch(value)) {
    if (holds(value, wanted)) yield { path: [] };
    return;
  }
  const levels: Level[] = [levelOf(value)];
  let looked = 0;
  let found = 0;
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const name = level.names[level.next];
    level.next += 1;
    if (name === undefined) {
      levels.pop();
      continue;
    }
    looked += 1;
    if (looked % SLICE_VALUES === 0) yield null;
    const entry: unknown = (level.value as Record<string, unknown>)[name];
    const isNamed = !Array.isArray(level.value) && foldText(name).includes(wanted);
    if (isNamed || (!isBranch(entry) && holds(entry, wanted))) {
      found += 1;
      if (found > kept) yield COUNTED;
      else yield { path: levels.map(({ names, next }) => names[next - 1] ?? "") };
    }
    if (isBranch(entry)) levels.push(levelOf(entry));
  }
}

function levelOf(value: object): Level {
  return { value, names: Object.keys(value), next: 0 };
}

function holds(value: unknown, wanted: string): boolean {
  return foldText(textOfLeaf(value)).includes(wanted);
}

/** The number of values, counted up to `limit`; a long text counts as several. */
export function weighTree(value: unknown, limit: number): number {
  let weight = 0;
  const left: unknown[] = [value];
  while (left.length > 0 && weight < limit) {
    const next = left.pop();
    weight += typeof next === "string" ? 1 + Math.floor(next.length / 400) : 1;
    if (isBranch(next)) for (const entry of Object.values(next).slice(0, limit)) left.push(entry);
  }
  return Math.min(weight, limit);
}
