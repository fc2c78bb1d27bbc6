import "server-only";
/** `POST /conversations` (lib/contracts/ums-chat.ts). */
import { OpenUmsConversation } from "../contracts/ums-chat.ts";
import { openConversation } from "../db/ums/open-conversation.ts";
import { seedDirectory } from "../db/ums/seed-directory.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import { log } from "../log/log.ts";
import { acceptRequest, answerRequest } from "./accept-request.ts";

export function handleOpenConversation(request: Request): Promise<Response> {
  return answerRequest(async () => {
    const accepted = await acceptRequest(request, OpenUmsConversation);
    if (!accepted.ok) return accepted;
    const { caller, body } = accepted;
    // Every conversation begins here, so a directory that was wiped is filled before anybody asks about it.
    await seedDirectory();
    const conversation = await openConversation(sanitise(body.title ?? null).value);
    const { runId, traceId } = caller;
    log().info({ conversationId: conversation.id, runId, traceId }, "a service conversation began");
    const headers = { "cache-control": "no-store" };
    return Response.json(conversation, { status: 201, headers });
  });
}
