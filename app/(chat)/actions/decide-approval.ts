/** The person decides a pending question: parse, actor, delegate. */
"use server";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { decideTurn } from "@/app/(chat)/start-turn.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { DecideApproval, type SendMessageResult } from "@/lib/contracts/public/send-message.ts";

export async function decideApproval(input: DecideApproval): Promise<SendMessageResult> {
  const parsed = DecideApproval.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse(async () => {
    const actor = await getActor();
    return actor ? decideTurn(actor, parsed.data) : refuseTurn("signed-out");
  });
}
