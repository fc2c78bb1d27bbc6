/** `GET`: the newest page of one of the person's conversations, or with `?from=&tail=` what changed of what they have. */
import { parseId } from "@/app/parse-id.ts";
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { showConversation } from "@/lib/runs/show-conversation.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    return showConversation(actor, parseId((await params).conversationId), knownIn(request));
  });
}

function knownIn(request: Request) {
  const { searchParams } = new URL(request.url);
  const from = searchParams.get("from");
  const tail = searchParams.get("tail");
  return from === null || tail === null ? null : { from: parseId(from), tail: parseId(tail) };
}
