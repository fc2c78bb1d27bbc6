/**
 * `GET`: who changed which path of context state, and when (lib/contracts/inspector/context/context-inspection.ts).
 * Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import { ContextTimelines } from "@/lib/contracts/inspector/context/context-inspection.ts";
import { inspectTimelines } from "@/lib/inspector/context/inspect-timelines.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "state:inspect", async (actor) =>
    ContextTimelines.parse(await inspectTimelines(actor, parseId((await params).conversationId))),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
