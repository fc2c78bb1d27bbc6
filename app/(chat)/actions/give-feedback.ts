/** The action that keeps what a person thinks of an answer: parse, actor, delegate. */
"use server";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { GiveFeedback } from "@/lib/contracts/public/feedback/answer-feedback.ts";
import type { ActionResult } from "@/lib/contracts/public/send-message.ts";
import { giveFeedback as keepFeedback } from "@/lib/db/conversations/give-feedback.ts";

export async function giveFeedback(input: GiveFeedback): Promise<ActionResult> {
  const parsed = GiveFeedback.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse<ActionResult>(async () => {
    const actor = await getActor();
    if (!actor) return refuseTurn("signed-out");
    await keepFeedback(actor, parsed.data);
    return { ok: true };
  });
}
