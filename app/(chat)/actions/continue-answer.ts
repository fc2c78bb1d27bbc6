/** The action that continues an answer: parse, actor, delegate. */
"use server";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { continueTurn } from "@/app/(chat)/start-turn.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { ContinueAnswer, type SendMessageResult } from "@/lib/contracts/public/send-message.ts";

export async function continueAnswer(input: ContinueAnswer): Promise<SendMessageResult> {
  const parsed = ContinueAnswer.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse(async () => {
    const actor = await getActor();
    return actor ? continueTurn(actor, parsed.data) : refuseTurn("signed-out");
  });
}
