/** Whether an operator sees payloads in full or masked. Decided by the role and by the reason that was given, and only here. */
import "server-only";
import type { Actor } from "../access/actor.ts";
import { can } from "../access/assert-can.ts";
import {
  isReadable,
  type PayloadScope,
  type SaidScope,
  saidScopeOf,
} from "../db/inspector/opening/reviews.ts";

/** `all-masked`: what the person and the assistant said is masked, too. That is how everybody begins. */
export type PayloadAccess = "full" | "masked" | "all-masked";

/** What an operator may read in one request: decided once, at its beginning, and handed on. */
export type Reading = {
  access: PayloadAccess;
  /** The runs whose words they may read, for what shows words of other runs, too. */
  said: SaidScope;
};

/** @throws AppError `audit-unavailable` */
export async function decideReading(actor: Actor, scope: PayloadScope): Promise<Reading> {
  const said = await saidScopeOf(actor);
  if (!(await isReadable(said, scope))) return { access: "all-masked", said };
  return { access: can(actor, "payload:read") ? "full" : "masked", said };
}

/** As `decideReading`, for what shows one scope and nothing else. */
export async function payloadAccessOf(actor: Actor, scope: PayloadScope): Promise<PayloadAccess> {
  return (await decideReading(actor, scope)).access;
}
