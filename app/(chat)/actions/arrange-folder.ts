/** The action that makes, renames and deletes a person's folders: parse, actor, delegate. */
"use server";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { ArrangeFolder } from "@/lib/contracts/public/organise/organise.ts";
import type { ActionResult } from "@/lib/contracts/public/send-message.ts";
import { arrangeFolder as arrange } from "@/lib/db/conversations/organise/organise-conversations.ts";

export async function arrangeFolder(input: ArrangeFolder): Promise<ActionResult> {
  const parsed = ArrangeFolder.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse<ActionResult>(async () => {
    const actor = await getActor();
    if (!actor) return refuseTurn("signed-out");
    await arrange(actor, parsed.data);
    return { ok: true };
  });
}
