/** The rows of a JSON tree. A row is made when its parent opens. Pure. */
import { isExactNumber } from "@/lib/contracts/json/exact-numbers.ts";

/** A longer list or object opens into ranges of this many entries first. */
const RANGE_ENTRIES = 1_000;
/** Initially closed: values that are deeper or longer than this, or beyond this many rows. */
const OPEN_DEPTH = 2;
const OPEN_ENTRIES = 24;
const OPEN_ROWS = 120;

export type TreeRow = {
  /** JSON pointer (RFC 6901); a range has its parent's pointer with its own bounds. */
  id: string;
  pointer: string;
  /** Depth, from 0. */
  depth: number;
  /** Null for a root value. */
  name: string | null;
  value: unknown;
  /** Indices of the parent's entries, start included, end excluded; null for a row that is a value. */
  range: { from: number; to: number } | null;
  open: boolean;
  /** Position among its siblings, from 1, and their number. */
  place: number;
  siblings: number;
};

/** True for a row that can be opened. */
export function canOpen({ value, range }: TreeRow): boolean {
  return range !== null || (isBranch(value) && countEntries(value) > 0);
}

/** The rows of a value: its entries, with small values open. */
export function beginRows(value: unknown): TreeRow[] {
  const root = { ...rowOf("", -1, null, value, { place: 1, siblings: 1 }), depth: -1 };
  if (!canOpen(root)) return [{ ...root, depth: 0 }];
  let rows = childrenOf(root);
  for (let at = 0; at < rows.length && rows.length < OPEN_ROWS; at += 1) {
    const row = rows[at];
    if (row && isBranch(row.value) && row.range === null && row.depth < OPEN_DEPTH) {
      if (countEntries(row.value) <= OPEN_ENTRIES) rows = openRow(rows, at);
    }
  }
  return rows;
}

/** Returns the same rows where there is nothing to open. */
export function openRow(rows: TreeRow[], at: number): TreeRow[] {
  const row = rows[at];
  if (!row || row.open || !canOpen(row)) return rows;
  return [...rows.slice(0, at), { ...row, open: true }, ...childrenOf(row), ...rows.slice(at + 1)];
}

export function closeRow(rows: TreeRow[], at: number): TreeRow[] {
  const row = rows[at];
  if (!row?.open) return rows;
  return [...rows.slice(0, at), { ...row, open: false }, ...rows.slice(endOf(rows, at))];
}

/** Opens all ancestors of a value. @returns the rows and the index of the value's row, −1 where there is none */
export function revealRow(rows: TreeRow[], path: readonly string[]): [TreeRow[], number] {
  let shown = rows;
  let at = -1;
  for (const name of path) {
    if (at >= 0) shown = openRow(shown, at);
    [shown, at] = findChild(shown, at, name);
    if (at < 0) return [rows, -1];
  }
  return [shown, at];
}

/** Index of the parent row, −1 for a root. */
export function parentOf(rows: readonly TreeRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  return rows.findLastIndex((row, place) => place < at && row.depth < depth);
}

function findChild(rows: TreeRow[], parent: number, name: string): [TreeRow[], number] {
  const depth = (rows[parent]?.depth ?? -1) + 1;
  const end = parent < 0 ? rows.length : endOf(rows, parent);
  for (let at = parent + 1; at < end; at += 1) {
    const row = rows[at];
    if (row?.depth !== depth) continue;
    if (row.range === null && row.name === name) return [rows, at];
    if (row.range && rangeHolds(row, name)) return findChild(openRow(rows, at), at, name);
  }
  return [rows, -1];
}

function rangeHolds({ value, range }: TreeRow, name: string): boolean {
  if (range === null || !isBranch(value)) return false;
  if (!Array.isArray(value)) return listNames(value, range.from, range.to).includes(name);
  return Number(name) >= range.from && Number(name) < range.to;
}

/** The index after the last row below this one. */
function endOf(rows: readonly TreeRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  let end = at + 1;
  while (end < rows.length && (rows[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

function childrenOf(row: TreeRow): TreeRow[] {
  const { value, range, pointer, depth } = row;
  if (!isBranch(value)) return [];
  const length = countEntries(value);
  if (range === null && length > RANGE_ENTRIES) return rangesOf(row, length);
  const { from, to } = range ?? { from: 0, to: length };
  return listNames(value, from, to).map((name, index, all) =>
    rowOf(stepOf(pointer, name), depth, name, (value as Record<string, unknown>)[name], {
      place: index + 1,
      siblings: all.length,
    }),
  );
}

function rangesOf({ pointer, value, depth }: TreeRow, length: number): TreeRow[] {
  const siblings = Math.ceil(length / RANGE_ENTRIES);
  return Array.from({ length: siblings }, (_, index) => {
    const from = index * RANGE_ENTRIES;
    const to = Math.min(from + RANGE_ENTRIES, length);
    const row = rowOf(pointer, depth, null, value, { place: index + 1, siblings });
    return { ...row, id: `${pointer}#${from}`, range: { from, to } };
  });
}

function countEntries(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function listNames(value: object, from: number, to: number): string[] {
  if (!Array.isArray(value)) return Object.keys(value).slice(from, to);
  return Array.from({ length: to - from }, (_, index) => String(from + index));
}

function rowOf(
  pointer: string,
  parentDepth: number,
  name: string | null,
  value: unknown,
  among: { place: number; siblings: number },
): TreeRow {
  const { place, siblings } = among;
  const depth = parentDepth + 1;
  return { id: pointer, pointer, depth, name, value, range: null, open: false, place, siblings };
}

/** A JSON pointer one step longer. */
function stepOf(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** True for an object or a list; a number that stays as it was written is neither. */
export function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isExactNumber(value);
}

/** Of a value that is no branch; a number as it was written. */
export function textOfLeaf(value: unknown): string {
  return isExactNumber(value) ? value.rawJSON : String(value);
}

/** `{3 fields}`, `[12]` */
export function summariseBranch(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? "[ ]" : `[${value.length}]`;
  const names = Object.keys(value);
  if (names.length === 0) return "{ }";
  return `{ ${names.slice(0, 4).join(", ")}${names.length > 4 ? ", …" : ""} }`;
}
