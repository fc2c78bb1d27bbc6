import "server-only";
/** How far an operator sees: payloads reach an auditor masked. Decided here, from the role, and nowhere else. */
import type { Actor } from "../access/actor.ts";
import { can } from "../access/assert-can.ts";

export type PayloadAccess = "full" | "masked";

export function payloadAccessOf(actor: Actor): PayloadAccess {
  return can(actor, "payload:read") ? "full" : "masked";
}
