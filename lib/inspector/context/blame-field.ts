/** Finds the delta that set a value. A list item is identified by its content, so it keeps its author when it moves. */
import "server-only";
import { isRecord } from "../../contracts/read-json.ts";
import { joinPointer } from "../to-leaves.ts";

/** For one field: the ordinal that set each value, by the value's path, or by its content for a list item. */
export type FieldAuthors = ReadonlyMap<string, number>;
/** By the state's fields; a missing entry means an initial value. */
export type Authors = Record<string, FieldAuthors>;

/** The authors of a field after a delta: `ordinal` for every new value. */
export function blameField(
  known: FieldAuthors = new Map(),
  before: unknown,
  after: unknown,
  ordinal: number,
): FieldAuthors {
  const authors = new Map(known);
  blameWithin(authors, "", before, after, ordinal);
  return authors;
}

/** Visits only changed parts: the states of a chain share everything else. */
function blameWithin(
  authors: Map<string, number>,
  path: string,
  before: unknown,
  after: unknown,
  ordinal: number,
): void {
  if (before === after) return;
  if (!isFilledRecord(before) || !isFilledRecord(after)) {
    blameAnew(authors, path, before, after, ordinal);
    return;
  }
  for (const [name, entry] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) forget(authors, joinPointer(path, name), entry);
  }
  for (const [name, entry] of Object.entries(after)) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (entry !== old) blameWithin(authors, joinPointer(path, name), old, entry, ordinal);
  }
}

function blameAnew(
  authors: Map<string, number>,
  path: string,
  before: unknown,
  after: unknown,
  ordinal: number,
): void {
  const old = new Map<string, { value: unknown; author: number }>();
  visit(before, path, (key, value) => old.set(key, { value, author: authors.get(key) ?? 0 }));
  for (const key of old.keys()) authors.delete(key);
  visit(after, path, (key, value) => {
    const stayed = old.get(key);
    authors.set(key, stayed && stayed.value === value ? stayed.author : ordinal);
  });
}

function forget(authors: Map<string, number>, path: string, value: unknown): void {
  visit(value, path, (key) => authors.delete(key));
}

function isFilledRecord(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.keys(value).length > 0;
}

/** The ordinal that set each value of a state, in the order of `listLeaves`; 0 for an initial value. */
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

/** Calls back for each value with its key; `leaves` is the number of its rows. */
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
