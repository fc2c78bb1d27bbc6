/** `GET ?q=`: the shown messages of one of the person's conversations that contain this text. */

import { parseSearch } from "@/app/api/search/parse-search.ts";
import { parseId } from "@/app/parse-id.ts";
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { findInConversation } from "@/lib/db/search/find-in-conversation.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    const conversationId = parseId((await params).conversationId);
    return findInConversation(actor, conversationId, parseSearch(request), request.signal);
  });
}
