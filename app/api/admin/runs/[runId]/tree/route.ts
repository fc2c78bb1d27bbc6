/**
 * `GET`: all versions of the messages of a run's conversation
 * (lib/contracts/inspector/run/conversation-tree.ts). Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import { ConversationTree } from "@/lib/contracts/inspector/run/conversation-tree.ts";
import { inspectConversationTree } from "@/lib/inspector/run/inspect-conversation.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor) =>
    ConversationTree.parse(await inspectConversationTree(actor, parseId((await params).runId))),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
