/** `POST {is}`: whether the page of a temporary chat is open, was left, or is closed. */
import { readBody } from "@/app/api/parse-request.ts";
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { Presence } from "@/lib/contracts/public/share/presence.ts";
import { keepTemporary } from "@/lib/db/conversations/organise/temporary-chats.ts";
import { FORM_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";
import { endTemporary } from "@/lib/runs/end-temporary.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    const conversationId = parseId((await params).conversationId);
    const { is } = await readBody(request, Presence, FORM_BODY_MAX_BYTES);
    if (is === "closed") await endTemporary(actor, conversationId);
    else await keepTemporary(actor, conversationId, is);
    return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  });
}
