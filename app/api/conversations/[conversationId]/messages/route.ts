/** `GET ?before=`: the page of messages before one; with `&through=` all between that one and an older one. */
import { parseId } from "@/app/parse-id.ts";
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { listOlderMessages } from "@/lib/db/conversations/list-older-messages.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    const { searchParams } = new URL(request.url);
    const through = searchParams.get("through");
    return listOlderMessages(actor, parseId((await params).conversationId), {
      before: parseId(searchParams.get("before") ?? ""),
      through: through === null ? null : parseId(through),
    });
  });
}
