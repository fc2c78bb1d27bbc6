"use server";
/** The person corrects a fact of "Understood so far": parse, actor, delegate. */
import { correctUnderstood } from "@/app/(chat)/correct-understood.ts";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { getActor } from "@/lib/auth/get-actor.ts";
import { CorrectFact, type CorrectFactResult } from "@/lib/contracts/send-message.ts";

export async function correctFact(input: CorrectFact): Promise<CorrectFactResult> {
  const parsed = CorrectFact.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse(async () => {
    const actor = await getActor();
    return actor ? correctUnderstood(actor, parsed.data) : refuseTurn("signed-out");
  });
}
