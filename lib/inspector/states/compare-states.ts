import "server-only";
/** Compares two states that are not tool-call history. */
import { createPatch, type Pointer } from "rfc6902";
import type { StateChange } from "../../contracts/inspector/states/state-inspection.ts";
import { valueAt } from "../context/value-at.ts";
import { COMPARED_ENTRY_PAIRS_MAX } from "../limits.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toPayload } from "../to-payload.ts";

/** Operations of RFC 6902 in order, each with the values before and after it. */
export function compareStates(
  before: unknown,
  after: unknown,
  access: PayloadAccess,
): StateChange[] {
  return createPatch(before, after, replaceLongLists).flatMap((operation) => {
    const { op, path } = operation;
    if (op !== "add" && op !== "remove" && op !== "replace") return [];
    const old = op === "add" ? undefined : valueAt(before, path);
    return {
      op,
      path,
      before: old === undefined ? null : toPayload(old, access),
      after: op === "remove" ? null : toPayload(operation.value, access),
    };
  });
}

/** Comparing two lists entry by entry costs the product of their lengths. */
function replaceLongLists(before: unknown, after: unknown, at: Pointer) {
  if (!Array.isArray(before) || !Array.isArray(after)) return;
  if (before.length * after.length <= COMPARED_ENTRY_PAIRS_MAX) return;
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ op: "replace" as const, path: at.toString(), value: after }];
}
