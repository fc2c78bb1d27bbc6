/**
 * `GET`: a part of the person's conversations, newest first; `?after=` the `next` of the last part, and `?archived=1` or
 * `?folder=` an id.
 */
import { parseId } from "@/app/parse-id.ts";
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { listConversations } from "@/lib/db/conversations/list-conversations.ts";

export function GET(request: Request): Promise<Response> {
  return respondJson(async () => {
    const { searchParams } = new URL(request.url);
    const folder = searchParams.get("folder");
    return listConversations(await requireActor(), {
      after: searchParams.get("after"),
      isArchived: searchParams.has("archived"),
      folderId: folder === null ? null : parseId(folder),
    });
  });
}
