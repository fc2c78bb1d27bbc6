/** The person corrects a fact of "Understood so far": parse, actor, delegate. */
"use server";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { CorrectFact, type CorrectFactResult } from "@/lib/contracts/public/send-message.ts";
import { correctFact as correct } from "@/lib/db/memory/correct-fact.ts";

export async function correctFact(input: CorrectFact): Promise<CorrectFactResult> {
  const parsed = CorrectFact.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse(async () => {
    const actor = await getActor();
    if (!actor) return refuseTurn("signed-out");
    return { ok: true, understood: await correct(actor, parsed.data) };
  });
}
