/** Whether an operator sees payloads in full or masked. Decided by the role and by the reason that was given, and only here. */
import "server-only";
import { createHmac } from "node:crypto";
import type { Actor } from "../access/actor.ts";
import { can } from "../access/assert-can.ts";
import {
  isReadable,
  type PayloadScope,
  type SaidScope,
  saidScopeOf,
} from "../db/inspector/opening/reviews.ts";
import { deriveKey } from "../env/derive-key.ts";
import { settings } from "../env/settings.ts";

/** `all-masked`: what the person and the assistant said is masked, too. That is how everybody begins. */
export type PayloadLevel = "full" | "masked" | "all-masked";

export type PayloadAccess = {
  readonly level: PayloadLevel;
  /**
   * Of the digests that stand for what is withheld, base64url. It is another one for each operator and each place, so
   * that nobody can compare a hidden value with one that they wrote themselves in another run.
   */
  readonly key: string;
};

/** What an operator may read in one request: decided once, at its beginning, and handed on. */
export type Reading = {
  access: PayloadAccess;
  /** The runs whose words they may read, for what shows words of other runs, too. */
  said: SaidScope;
};

/** @param place where the values are shown, if that is not the whole scope @throws AppError `audit-unavailable` */
export async function decideReading(
  actor: Actor,
  scope: PayloadScope,
  place: PayloadScope = scope,
): Promise<Reading> {
  const said = await saidScopeOf(actor);
  const isOpen = await isReadable(said, scope);
  const level = isOpen ? (can(actor, "payload:read") ? "full" : "masked") : "all-masked";
  return { access: accessAt(level, actor, place), said };
}

/** As `decideReading`, for what shows one scope and nothing else. */
export async function payloadAccessOf(
  actor: Actor,
  scope: PayloadScope,
  place: PayloadScope = scope,
): Promise<PayloadAccess> {
  return (await decideReading(actor, scope, place)).access;
}

export function accessAt(
  level: PayloadLevel,
  { userId }: Pick<Actor, "userId">,
  place: PayloadScope,
): PayloadAccess {
  const secret = deriveKey(settings().BETTER_AUTH_SECRET, "masked-values");
  const named = "runIds" in place ? [...place.runIds].sort() : place.conversationId;
  const key = createHmac("sha256", secret).update(JSON.stringify([userId, named]));
  return { level, key: key.digest("base64url") };
}

/** For what no operator is kept from. */
export function opened({ key }: PayloadAccess): PayloadAccess {
  return { level: "full", key };
}

/** For what the person and the assistant said: hidden only where all is. */
export function forSaid({ level, key }: PayloadAccess): PayloadAccess {
  return { level: level === "all-masked" ? level : "full", key };
}
