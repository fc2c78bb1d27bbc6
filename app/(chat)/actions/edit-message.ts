/** The action that sends a new version of a message: parse, actor, delegate. */
"use server";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { editTurn } from "@/app/(chat)/start-turn.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { EditMessage, type SendMessageResult } from "@/lib/contracts/public/send-message.ts";

export async function editMessage(input: EditMessage): Promise<SendMessageResult> {
  const parsed = EditMessage.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse(async () => {
    const actor = await getActor();
    return actor ? editTurn(actor, parsed.data) : refuseTurn("signed-out");
  });
}
