import "server-only";
/** Which delta set this value? An item of a list is known by what it is, so that it keeps its author when it moves. */
import { joinPointer } from "../to-leaves.ts";

/** Notes `ordinal` for every value that was not there before. */
export function blameField(
  by: Map<string, number>,
  path: string,
  before: unknown,
  after: unknown,
  ordinal: number,
): void {
  if (Array.isArray(after)) {
    const known = new Set(Array.isArray(before) ? before.map((item) => JSON.stringify(item)) : []);
    if (after.length === 0 && known.size > 0) by.set(path, ordinal);
    for (const item of after) {
      if (!known.has(JSON.stringify(item))) by.set(itemKey(path, item), ordinal);
    }
    return;
  }
  if (typeof after !== "object" || after === null) {
    if (before !== after) by.set(path, ordinal);
    return;
  }
  const old = typeof before === "object" && before !== null ? Object.entries(before) : [];
  const known = new Map<string, unknown>(old);
  const entries = Object.entries(after);
  if (entries.length === 0 && known.size > 0) by.set(path, ordinal);
  for (const [name, value] of entries) {
    blameField(by, joinPointer(path, name), known.get(name), value, ordinal);
  }
}

/** @returns the ordinal that set each leaf of the value, in the order of `listLeaves`; 0 for what was there before */
export function listAuthors(by: ReadonlyMap<string, number>, value: unknown, path = ""): number[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item) => {
      const author = by.get(itemKey(path, item)) ?? 0;
      return countLeaves(item) === 1 ? [author] : new Array<number>(countLeaves(item)).fill(author);
    });
  }
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) return [by.get(path) ?? 0];
  return entries.flatMap(([name, entry]) => listAuthors(by, entry, joinPointer(path, name)));
}

function itemKey(path: string, item: unknown): string {
  return `${path}\u0000${JSON.stringify(item)}`;
}

function countLeaves(value: unknown): number {
  const entries = typeof value === "object" && value !== null ? Object.values(value) : [];
  return entries.length === 0
    ? 1
    : entries.reduce<number>((sum, entry) => sum + countLeaves(entry), 0);
}
