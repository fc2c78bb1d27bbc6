/** The send action: parse, actor, delegate. */
"use server";
import { orRefuse, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import { sendTurn } from "@/app/(chat)/start-turn.ts";
import { actAsPerson } from "@/lib/auth/session/act-as-person.ts";
import { requestToken } from "@/lib/auth/session/request-token.ts";
import { SendMessage, type SendMessageResult } from "@/lib/contracts/public/send-message.ts";

export async function sendMessage(input: SendMessage): Promise<SendMessageResult> {
  const parsed = SendMessage.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuse(async () => {
    const started = await actAsPerson(await requestToken(), (actor, session) =>
      sendTurn(actor, parsed.data, session),
    );
    return started ?? refuseTurn("signed-out");
  });
}
