/** Whether an operator sees payloads in full or masked. Decided by the role and by the reason that was given, and only here. */
import "server-only";
import type { Actor } from "../access/actor.ts";
import { can } from "../access/assert-can.ts";
import { isOpened, type PayloadScope } from "../db/inspector/payload-openings.ts";
import { mayReview } from "../db/inspector/reviews.ts";
import { settings } from "../env/settings.ts";

/** `all-masked`: what the person and the assistant said is masked, too. That is how everybody begins. */
export type PayloadAccess = "full" | "masked" | "all-masked";

export async function payloadAccessOf(actor: Actor, scope: PayloadScope): Promise<PayloadAccess> {
  if (!can(actor, "payload:read")) return (await mayReview(actor, scope)) ? "masked" : "all-masked";
  if (settings().PAYLOAD_REASON === "free") return "full";
  return (await isOpened(actor, scope)) ? "full" : "all-masked";
}
