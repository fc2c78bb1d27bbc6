import "server-only";
/** Which delta set this value? An item of a list is known by what it is, so that it keeps its author when it moves. */
import { joinPointer } from "../to-leaves.ts";

/** Of one field: the ordinal that set each value, by the value's place in it, or for an item by what it is. */
export type FieldAuthors = ReadonlyMap<string, number>;
/** By the state's fields; what is not there has been there from the beginning. */
export type Authors = Record<string, FieldAuthors>;

/** The authors of a field after a delta: `ordinal` for every value that was not there before. */
export function blameField(
  known: FieldAuthors = new Map(),
  before: unknown,
  after: unknown,
  ordinal: number,
): FieldAuthors {
  const old = new Map<string, unknown>();
  visit(before, "", (key, value) => old.set(key, value));
  const authors = new Map<string, number>();
  visit(after, "", (key, value) => {
    const stays = old.has(key) && old.get(key) === value;
    authors.set(key, stays ? (known.get(key) ?? 0) : ordinal);
  });
  return authors;
}

/** The ordinal that set each value of a state, in the order of `listLeaves`; 0 for what was there from the beginning. */
export function listAuthors(by: Authors, state: Record<string, unknown>): number[] {
  return Object.entries(state).flatMap(([field, value]) => {
    const authors: number[] = [];
    visit(value, "", (key, _leaf, leaves) => {
      const author = by[field]?.get(key) ?? 0;
      for (let count = 0; count < leaves; count += 1) authors.push(author);
    });
    return authors;
  });
}

/** Calls back for each value with its key; `leaves` is how many rows it is shown as. */
function visit(
  value: unknown,
  path: string,
  found: (key: string, value: unknown, leaves: number) => void,
): void {
  const isBranch = typeof value === "object" && value !== null;
  if (!isBranch || Object.keys(value).length === 0) {
    found(path, isBranch ? "" : value, 1);
  } else if (Array.isArray(value)) {
    for (const item of value) found(`${path}\u0000${JSON.stringify(item)}`, "", countLeaves(item));
  } else {
    for (const [name, entry] of Object.entries(value)) visit(entry, joinPointer(path, name), found);
  }
}

function countLeaves(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, entry) => sum + countLeaves(entry), 0) || 1;
}
