/** Helpers for objects and lists of a JSON tree. Pure. */

/** True for an object or a list. */
export function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** `{3 fields}`, `[12]` */
export function summariseBranch(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? "[ ]" : `[${value.length}]`;
  const names = Object.keys(value);
  if (names.length === 0) return "{ }";
  return `{ ${names.slice(0, 4).join(", ")}${names.length > 4 ? ", …" : ""} }`;
}
