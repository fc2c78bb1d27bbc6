/** `GET`: a part of the person's conversations, newest first; `?after=` the `next` of the last part, `?archived=1`. */
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { listConversations } from "@/lib/db/conversations/list-conversations.ts";

export function GET(request: Request): Promise<Response> {
  return respondJson(async () => {
    const { searchParams } = new URL(request.url);
    return listConversations(await requireActor(), {
      after: searchParams.get("after"),
      isArchived: searchParams.has("archived"),
    });
  });
}
