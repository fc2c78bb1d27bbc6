/** Where inside a value something changed, leaf by leaf. Pure. */
import { createPatch } from "rfc6902";
import { Pointer } from "rfc6902/pointer.js";

export type NestedChange = {
  change: "added" | "changed" | "removed";
  /** RFC 6901, e.g. `/steps/0/id`. */
  path: string;
  before: unknown;
  after: unknown;
};

/** Empty where one of the two has no inside: then the whole value is what changed. */
export function listNestedChanges(before: unknown, after: unknown): NestedChange[] {
  const isOneBranch = isBranch(before) && isBranch(after);
  if (!isOneBranch || Array.isArray(before) !== Array.isArray(after)) return [];
  // Each operation speaks of the value as the ones before it left it.
  const current = structuredClone(before);
  return createPatch(before, after).flatMap((operation): NestedChange[] => {
    const { path } = operation;
    const place = Pointer.fromJSON(path);
    const was: unknown = place.get(current);
    if (operation.op === "add") {
      addAt(current, place, operation.value);
      return [{ change: "added", path, before: undefined, after: operation.value }];
    }
    if (operation.op === "remove") {
      removeAt(current, place);
      return [{ change: "removed", path, before: was, after: undefined }];
    }
    if (operation.op !== "replace") return [];
    place.set(current, operation.value);
    return [{ change: "changed", path, before: was, after: operation.value }];
  });
}

function addAt(root: object, place: Pointer, value: unknown): void {
  const { parent, key } = place.evaluate(root);
  if (!Array.isArray(parent)) place.set(root, value);
  else if (key === "-") parent.push(value);
  else parent.splice(Number(key), 0, value);
}

function removeAt(root: object, place: Pointer): void {
  const { parent, key } = place.evaluate(root);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (typeof parent === "object" && parent !== null) Reflect.deleteProperty(parent, key);
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
