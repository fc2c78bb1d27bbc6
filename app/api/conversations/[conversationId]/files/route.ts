/** `GET`: the files of one of the person's conversations (lib/contracts/public/files/conversation-files.ts). */
import { parseId } from "@/app/parse-id.ts";
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { listConversationFiles } from "@/lib/db/attachments/read-attachment.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(_request: Request, { params }: Context): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    return listConversationFiles(actor, parseId((await params).conversationId));
  });
}
