import "server-only";
/** Applies a recorded patch to a state, and returns the values before and after each operation. */
import { applyPatch } from "rfc6902";
import { type Leaf, listLeaves } from "../to-leaves.ts";
import type { ContextValue } from "./schema-of.ts";
import { valueAt } from "./value-at.ts";

export type AppliedChange = {
  op: "add" | "remove" | "replace";
  path: string;
  before: Leaf[];
  after: Leaf[];
};
export type Applied = { state: ContextValue; changes: AppliedChange[] };

type Operation = { op: AppliedChange["op"]; path: string; value?: unknown };

/** As in lib/context-state: never the whole state, and never an inherited property. */
const POINTER = /^(?!.*\/(?:__proto__|constructor|prototype)(?:\/|$))(?:\/[^/]+){1,4}$/;

/** Does not change its input. @returns null where the patch cannot be applied */
export function applyChanges(state: ContextValue, patch: unknown): Applied | null {
  if (!Array.isArray(patch)) return null;
  const next: ContextValue = { ...state };
  const copied = new Set<string>();
  const changes: AppliedChange[] = [];
  for (const operation of patch) {
    if (!isOperation(operation)) return null;
    copyField(next, operation.path, copied);
    const change = applyOne(next, operation);
    if (!change) return null;
    changes.push(change);
  }
  return { state: next, changes };
}

function applyOne(next: ContextValue, operation: Operation): AppliedChange | null {
  const { op, path } = operation;
  const old = op === "add" ? undefined : valueAt(next, path);
  try {
    if (applyPatch(next, [operation as never]).some((error) => error !== null)) return null;
  } catch {
    return null;
  }
  return {
    op,
    path,
    before: old === undefined ? [] : listLeaves(old, path),
    after: op === "remove" ? [] : listLeaves(operation.value, path),
  };
}

/** Copies only the changed path: the states of a chain share everything else. */
function copyField(next: ContextValue, path: string, copied: Set<string>): void {
  const steps = path.split("/");
  const field = (steps[1] ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
  const value = next[field];
  if (typeof value !== "object" || value === null) return;
  if (steps.length > 3) next[field] = structuredClone(value);
  else if (!copied.has(field)) next[field] = Array.isArray(value) ? [...value] : { ...value };
  copied.add(field);
}

function isOperation(value: unknown): value is Operation {
  if (typeof value !== "object" || value === null) return false;
  const { op, path } = value as Record<string, unknown>;
  const isKnown = op === "add" || op === "remove" || op === "replace";
  return isKnown && typeof path === "string" && POINTER.test(path);
}
