/**
 * `GET ?run`: who changed which path of context state, and when (lib/contracts/inspector/run/context-inspection.ts).
 * Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import {
  ContextTimelines,
  TimelinesQuery,
} from "@/lib/contracts/inspector/run/context-inspection.ts";
import { inspectTimelines } from "@/lib/inspector/context/inspect-timelines.ts";
import { respondQuery } from "../../../respond-operator.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondQuery(request, "state:inspect", TimelinesQuery, async (actor, { run }) => {
    const conversationId = parseId((await params).conversationId);
    const timelines = await inspectTimelines(actor, conversationId, run ?? null);
    return ContextTimelines.parse(timelines);
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
