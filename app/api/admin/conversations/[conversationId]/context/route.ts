/**
 * `GET ?run`: who changed which path of context state, and when (lib/contracts/inspector/run/context-inspection.ts).
 * Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import {
  ContextTimelines,
  TimelinesQuery,
} from "@/lib/contracts/inspector/run/context-inspection.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectTimelines } from "@/lib/inspector/context/inspect-timelines.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "state:inspect", async (actor, asked) => {
    const query = TimelinesQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const conversationId = parseId((await params).conversationId);
    const timelines = await inspectTimelines(actor, conversationId, query.data.run ?? null);
    return ContextTimelines.parse(timelines);
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
