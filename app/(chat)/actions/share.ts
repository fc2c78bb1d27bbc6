/** The actions that share a copy of a conversation by a link, and revoke it: parse, actor, delegate. */
"use server";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import type { ActionResult } from "@/lib/contracts/public/send-message.ts";
import {
  RevokeShare,
  ShareConversation,
  type ShareResult,
} from "@/lib/contracts/public/share/share-link.ts";
import { shareConversation, revokeShare as unshare } from "@/lib/db/shares/share-conversation.ts";

export async function share(input: ShareConversation): Promise<ShareResult> {
  const parsed = ShareConversation.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse<ShareResult>(async () => {
    const actor = await getActor();
    if (!actor) return refuseTurn("signed-out");
    return { ok: true, link: await shareConversation(actor, parsed.data) };
  });
}

export async function revokeShare(input: RevokeShare): Promise<ActionResult> {
  const parsed = RevokeShare.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse<ActionResult>(async () => {
    const actor = await getActor();
    if (!actor) return refuseTurn("signed-out");
    await unshare(actor, parsed.data);
    return { ok: true };
  });
}
