/** `GET`: one of the person's conversations as a file, `?as=markdown` or `?as=json`. */
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import {
  exportConversation,
  writeConversation,
} from "@/lib/db/conversations/export-conversations.ts";
import { exportFormOf, exportResponse } from "../../export-response.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const form = exportFormOf(request);
    const actor = await requireActor();
    const conversation = await exportConversation(actor, parseId((await params).conversationId));
    return exportResponse(conversation.title, form, writeConversation(conversation, form));
  });
}
