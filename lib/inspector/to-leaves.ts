/** A state as paths and values. Masked and full readers get the same paths. */
import "server-only";
import type { StateLeaf } from "../contracts/inspector/run/state-inspection.ts";
import type { PayloadAccess } from "./payload-access.ts";
import { toPayload } from "./to-payload.ts";

export type Leaf = { path: string; value: unknown };

/** Depth first, in stored order. An empty object or list is a leaf. */
export function listLeaves(value: unknown, path = ""): Leaf[] {
  const leaves: Leaf[] = [];
  collectLeaves(value, path, leaves);
  return leaves;
}

function collectLeaves(value: unknown, path: string, into: Leaf[]): void {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) into.push({ path, value });
  for (const [name, entry] of entries) collectLeaves(entry, joinPointer(path, name), into);
}

/** A JSON pointer (RFC 6901) one step longer. */
export function joinPointer(path: string, name: string): string {
  // A fast path: names rarely need escapes, and states have many names.
  if (!name.includes("~") && !name.includes("/")) return `${path}/${name}`;
  return `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

export function toLeaves(value: unknown, access: PayloadAccess, path = ""): StateLeaf[] {
  return listLeaves(value, path).map((leaf) => ({
    path: leaf.path,
    value: toPayload(leaf.value, access),
  }));
}
