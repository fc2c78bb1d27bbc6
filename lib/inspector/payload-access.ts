/** Whether an operator sees payloads in full or masked. Decided by the role and by the reason that was given, and only here. */
import "server-only";
import { createHmac } from "node:crypto";
import type { Actor } from "../access/actor.ts";
import { can } from "../access/assert-can.ts";
import { isOpened, type PayloadScope } from "../db/inspector/payload-openings.ts";
import { mayReview } from "../db/inspector/reviews.ts";
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

/** @param place where the values are shown, if that is not the whole scope */
export async function payloadAccessOf(
  actor: Actor,
  scope: PayloadScope,
  place: PayloadScope = scope,
): Promise<PayloadAccess> {
  return accessAt(await levelOf(actor, scope), actor, place);
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

async function levelOf(actor: Actor, scope: PayloadScope): Promise<PayloadLevel> {
  if (!can(actor, "payload:read")) return (await mayReview(actor, scope)) ? "masked" : "all-masked";
  if (settings().PAYLOAD_REASON === "free") return "full";
  return (await isOpened(actor, scope)) ? "full" : "all-masked";
}
