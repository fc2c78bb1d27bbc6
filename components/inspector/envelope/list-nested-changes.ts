/** Lists the changes inside a value, leaf by leaf. Pure. */
import { createPatch } from "rfc6902";

export type NestedChange = {
  change: "added" | "changed" | "removed";
  /** RFC 6901, e.g. `/steps/0/id`. */
  path: string;
  before: unknown;
  after: unknown;
};

/** Empty where one of the two is not an object or list: the whole value has changed. */
export function listNestedChanges(before: unknown, after: unknown): NestedChange[] {
  const isOneBranch = isBranch(before) && isBranch(after);
  if (!isOneBranch || Array.isArray(before) !== Array.isArray(after)) return [];
  // Each operation refers to the value as the operations before it left it.
  const current = structuredClone(before);
  return createPatch(before, after).flatMap((operation): NestedChange[] => {
    const { path } = operation;
    const place = placeOf(current, path);
    const was = valueAt(place.parent, place.name);
    if (operation.op === "add") {
      write(place, operation.value, 0);
      return [{ change: "added", path, before: undefined, after: operation.value }];
    }
    if (operation.op === "remove") {
      remove(place);
      return [{ change: "removed", path, before: was, after: undefined }];
    }
    if (operation.op !== "replace") return [];
    write(place, operation.value, 1);
    return [{ change: "changed", path, before: was, after: operation.value }];
  });
}

type Place = { parent: object; name: string };

/** No name is special: a hostile value may contain `__proto__` and `constructor`. */
function placeOf(root: object, path: string): Place {
  const names = path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const name = names.pop() ?? "";
  return { parent: names.reduce((at, next) => valueAt(at, next) as object, root), name };
}

function valueAt(parent: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(parent, name)?.value;
}

/** @param replaced how many list elements to remove at that place */
function write({ parent, name }: Place, value: unknown, replaced: 0 | 1): void {
  if (Array.isArray(parent)) {
    parent.splice(name === "-" ? parent.length : Number(name), replaced, value);
    return;
  }
  const open = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(parent, name, { ...open, value });
}

function remove({ parent, name }: Place): void {
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else Reflect.deleteProperty(parent, name);
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
