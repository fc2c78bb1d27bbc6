import "server-only";
/** Compares two states that are not tool-call history. */
import { createPatch } from "rfc6902";
import type { StateChange } from "../../contracts/inspector/states/state-inspection.ts";
import { valueAt } from "../context/value-at.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toPayload } from "../to-payload.ts";

/** Operations of RFC 6902 in order, each with the values before and after it. */
export function compareStates(
  before: unknown,
  after: unknown,
  access: PayloadAccess,
): StateChange[] {
  return createPatch(before, after).flatMap((operation) => {
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
