/** The action that revokes a link of one's own from the account page: parse, actor, delegate. */
"use server";
import { revalidatePath } from "next/cache";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { RevokeShare } from "@/lib/contracts/public/share/share-link.ts";
import { revokeShare } from "@/lib/db/shares/share-conversation.ts";

export async function revokeLink(shareLinkId: unknown): Promise<void> {
  const parsed = RevokeShare.safeParse({ shareLinkId });
  const actor = await getActor();
  if (!parsed.success || !actor) return;
  await revokeShare(actor, parsed.data);
  revalidatePath("/account");
}
