import "server-only";
/** How far an operator sees: payloads reach an auditor masked. Decided here, from the role, and nowhere else. */
import type { Actor } from "../access/actor.ts";
import { can } from "../access/assert-can.ts";

export type Sight = "full" | "masked";

export function sightOf(actor: Actor): Sight {
  return can(actor, "payload:read") ? "full" : "masked";
}
