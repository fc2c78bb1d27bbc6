/** The action that organises a person's conversations: parse, actor, delegate. */
"use server";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { OrganiseConversations } from "@/lib/contracts/public/organise/organise.ts";
import type { ActionResult } from "@/lib/contracts/public/send-message.ts";
import { organiseConversations } from "@/lib/db/conversations/organise/organise-conversations.ts";

export async function organise(input: OrganiseConversations): Promise<ActionResult> {
  const parsed = OrganiseConversations.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse<ActionResult>(async () => {
    const actor = await getActor();
    if (!actor) return refuseTurn("signed-out");
    await organiseConversations(actor, parsed.data);
    return { ok: true };
  });
}
