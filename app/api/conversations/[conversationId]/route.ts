/** `GET`: one of the person's conversations with its messages. */
import { parseId } from "@/app/parse-id.ts";
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { showConversation } from "@/lib/runs/show-conversation.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(_request: Request, { params }: Context): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    return showConversation(actor, parseId((await params).conversationId));
  });
}
