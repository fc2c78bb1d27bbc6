/** The retry action: parse, actor, delegate. */
"use server";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { retryTurn } from "@/app/(chat)/start-turn.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { RetryAnswer, type SendMessageResult } from "@/lib/contracts/public/send-message.ts";

export async function retryAnswer(input: RetryAnswer): Promise<SendMessageResult> {
  const parsed = RetryAnswer.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse(async () => {
    const actor = await getActor();
    return actor ? retryTurn(actor, parsed.data) : refuseTurn("signed-out");
  });
}
