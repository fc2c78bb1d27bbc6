import "server-only";
/** `POST /conversations/{id}/chat` (lib/contracts/ums-chat.ts). */
import { z } from "zod";
import { UmsChatRequest } from "../contracts/ums-chat.ts";
import { log } from "../log/log.ts";
import { acceptRequest, answerRequest } from "./accept-request.ts";
import { answerChat } from "./answer-chat.ts";
import { beginUmsTurn } from "./begin-ums-turn.ts";
import { openUmsPorts } from "./open-ums-ports.ts";
import { refused } from "./refusal.ts";
import { streamChat } from "./stream-chat.ts";

const Id = z.guid();

export function handleChat(request: Request, id: string): Promise<Response> {
  return answerRequest(async () => {
    const accepted = await acceptRequest(request, UmsChatRequest);
    if (!accepted.ok) return accepted;
    const conversationId = Id.safeParse(id);
    if (!conversationId.success) return refused("not-found");
    const { caller, body } = accepted;
    const ports = await openUmsPorts();
    const begun = await beginUmsTurn({
      conversationId: conversationId.data,
      caller,
      content: body.message.content,
      approval: body.approval,
    });
    if (!begun.ok) return begun;
    // Everything that can be refused is done: from here on a turn has begun.
    const { runId, traceId } = caller;
    log().info({ conversationId: id, runId, traceId }, "a service turn began");
    return body.stream
      ? streamChat(begun.turn, ports, request.signal)
      : answerChat(begun.turn, ports, request.signal);
  });
}
