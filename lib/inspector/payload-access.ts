import "server-only";
/** Whether an operator sees payloads in full or masked. Decided by the role, and only here. */
import type { Actor } from "../access/actor.ts";
import { can } from "../access/assert-can.ts";

export type PayloadAccess = "full" | "masked";

export function payloadAccessOf(actor: Actor): PayloadAccess {
  return can(actor, "payload:read") ? "full" : "masked";
}
