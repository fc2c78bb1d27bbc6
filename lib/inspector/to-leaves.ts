import "server-only";
/** A state as its values, each with its path: the same rows for both sights, so that structure stays in the open. */
import type { StateLeaf } from "../contracts/state-inspection.ts";
import type { Sight } from "./sight.ts";
import { toPayload } from "./to-payload.ts";

export type Leaf = { path: string; value: unknown };

/** Depth first, in the order in which the value holds them. An empty object or list is a value of its own. */
export function listLeaves(value: unknown, path = ""): Leaf[] {
  if (typeof value !== "object" || value === null) return [{ path, value }];
  const entries = Object.entries(value);
  if (entries.length === 0) return [{ path, value }];
  return entries.flatMap(([name, entry]) => listLeaves(entry, joinPointer(path, name)));
}

/** A JSON pointer (RFC 6901) one step longer. */
export function joinPointer(path: string, name: string): string {
  return `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

export function toLeaves(value: unknown, sight: Sight, path = ""): StateLeaf[] {
  return listLeaves(value, path).map((leaf) => ({
    path: leaf.path,
    value: toPayload(leaf.value, sight),
  }));
}
