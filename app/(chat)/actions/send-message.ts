"use server";
/** The send action: parse, actor, delegate. */
import { refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { startTurn } from "@/app/(chat)/start-turn.ts";
import { getActor } from "@/lib/auth/get-actor.ts";
import { SendMessage, type SendMessageResult } from "@/lib/contracts/send-message.ts";

export async function sendMessage(input: SendMessage): Promise<SendMessageResult> {
  const parsed = SendMessage.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  const actor = await getActor();
  return actor ? startTurn(actor, parsed.data) : refuseTurn("signed-out");
}
