/** A state as paths and values. Who may not read the values gets the declared names of the paths only. */
import "server-only";
import type { StateLeaf } from "../contracts/inspector/run/state-inspection.ts";
import { isExactNumber } from "../contracts/json/exact-numbers.ts";
import type { PayloadAccess } from "./payload-access.ts";
import { toName, toPayload } from "./to-payload.ts";

export type Leaf = { path: string; value: unknown };

/** Depth first, in stored order. An empty object or list is a leaf. */
export function listLeaves(value: unknown, path = ""): Leaf[] {
  const leaves: Leaf[] = [];
  collectLeaves(value, path, leaves);
  return leaves;
}

function collectLeaves(value: unknown, path: string, into: Leaf[]): void {
  const isBranch = typeof value === "object" && value !== null && !isExactNumber(value);
  const entries = isBranch ? Object.entries(value) : [];
  if (entries.length === 0) into.push({ path, value });
  for (const [name, entry] of entries) collectLeaves(entry, joinPointer(path, name), into);
}

/** A JSON pointer (RFC 6901) one step longer. */
export function joinPointer(path: string, name: string): string {
  // A fast path: names rarely need escapes, and states have many names.
  if (!name.includes("~") && !name.includes("/")) return `${path}/${name}`;
  return `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

export function toLeaves(value: unknown, access: PayloadAccess, names: DeclaredNames): StateLeaf[] {
  return listLeaves(value).map((leaf) => ({
    path: toPath(leaf.path, access, names),
    value: toPayload(leaf.value, access),
  }));
}

/** How many names of a path, from its beginning, a schema declares. */
export type DeclaredNames = (names: readonly string[]) => number;

export const ALL_DECLARED: DeclaredNames = ({ length }) => length;

/** A pointer (RFC 6901) for this operator: names that no schema declares are as hidden as values. */
export function toPath(pointer: string, access: PayloadAccess, declared: DeclaredNames): string {
  if (access.level === "full") return pointer;
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const open = declared(names);
  return names.reduce(
    (path, name, index) => joinPointer(path, index < open ? name : toName(name, access)),
    "",
  );
}
