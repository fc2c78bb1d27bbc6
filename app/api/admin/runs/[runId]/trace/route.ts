/**
 * `GET ?eventCount&status&waiting`: a run's trace, or that it has not changed
 * (lib/contracts/inspector/run/run-trace.ts). Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import { TraceAnswer, TraceQuery } from "@/lib/contracts/inspector/run/run-trace.ts";
import { inspectTrace } from "@/lib/inspector/timeline/inspect-trace.ts";
import { respondQuery } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondQuery(request, "run:inspect", TraceQuery, async (actor, query) => {
    const { eventCount, status, waiting = 0 } = query;
    const known = eventCount !== undefined && status ? { eventCount, status, waiting } : null;
    const trace = await inspectTrace(actor, parseId((await params).runId), known);
    return TraceAnswer.parse(trace ?? { unchanged: true });
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
