/** `GET`: the person's conversations, newest first. */
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { listConversations } from "@/lib/db/conversations/list-conversations.ts";

export function GET(): Promise<Response> {
  return respondJson(async () => listConversations(await requireActor()));
}
