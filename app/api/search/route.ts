/** `GET ?q=`: the person's conversations and visible messages that have these words. */

import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { searchMessages } from "@/lib/db/search/search-messages.ts";
import { parseSearch } from "./parse-search.ts";

export function GET(request: Request): Promise<Response> {
  return respondJson(async () =>
    searchMessages(await requireActor(), parseSearch(request), request.signal),
  );
}
