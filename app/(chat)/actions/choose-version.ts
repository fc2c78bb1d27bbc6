/** The action that shows another version of a message: parse, actor, delegate. */
"use server";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { type ActionResult, ChooseVersion } from "@/lib/contracts/public/send-message.ts";
import { chooseVersion as choose } from "@/lib/db/conversations/choose-version.ts";

export async function chooseVersion(input: ChooseVersion): Promise<ActionResult> {
  const parsed = ChooseVersion.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse<ActionResult>(async () => {
    const actor = await getActor();
    if (!actor) return refuseTurn("signed-out");
    await choose(actor, parsed.data);
    return { ok: true };
  });
}
