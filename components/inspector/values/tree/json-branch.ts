/** What a tree needs to know of a JSON value. Pure. */

/** True for an object or a list. */
export function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Name and value of each entry, in order; a list's names are its indices, from 0. */
export function listEntries(value: object): [string, unknown][] {
  return Array.isArray(value)
    ? value.map((entry, index) => [String(index), entry])
    : Object.entries(value);
}

/** `{3 fields}`, `[12]` */
export function summariseBranch(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? "[ ]" : `[${value.length}]`;
  const names = Object.keys(value);
  if (names.length === 0) return "{ }";
  return `{ ${names.slice(0, 4).join(", ")}${names.length > 4 ? ", …" : ""} }`;
}
