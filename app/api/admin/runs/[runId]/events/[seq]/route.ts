/**
 * `GET`: one event with everything; `?rankIn`: its place among those of some types
 * (lib/contracts/inspector/events/event-page.ts).
 */
import { parseAs } from "@/app/api/parse-request.ts";
import { parseId, parseSeq } from "@/app/parse-id.ts";
import { EventQuery, EventRank } from "@/lib/contracts/inspector/events/event-page.ts";
import { InspectedEvent } from "@/lib/contracts/inspector/events/inspected-event.ts";
import { rankEvent } from "@/lib/db/inspector/run/read-events.ts";
import { inspectEvent } from "@/lib/inspector/run/inspect-events.ts";
import { respondOperator } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string; seq: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const at = await params;
    const runId = parseId(at.runId);
    const seq = parseSeq(at.seq);
    const { rankIn } = parseAs(EventQuery, asked);
    if (!rankIn) return InspectedEvent.parse(await inspectEvent(actor, runId, seq));
    return EventRank.parse(await rankEvent(actor, runId, seq, rankIn));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
