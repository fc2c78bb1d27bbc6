/** `GET`: the link to a copy of one's conversation, and what a copy that is made now would hold. */
import { parseId } from "@/app/parse-id.ts";
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { ShareState } from "@/lib/contracts/public/share/share-link.ts";
import { readShareState } from "@/lib/db/shares/own-links.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(_request: Request, { params }: Context): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    return ShareState.parse(await readShareState(actor, parseId((await params).conversationId)));
  });
}
