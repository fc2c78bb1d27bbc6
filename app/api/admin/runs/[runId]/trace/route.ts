/**
 * `GET ?eventCount&status`: a run's trace, or that it has not changed
 * (lib/contracts/inspector/run/run-trace.ts). Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import { TraceAnswer, TraceQuery } from "@/lib/contracts/inspector/run/run-trace.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectTrace } from "@/lib/inspector/timeline/inspect-trace.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const query = TraceQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const { eventCount, status } = query.data;
    const known = eventCount !== undefined && status ? { eventCount, status } : null;
    const trace = await inspectTrace(actor, parseId((await params).runId), known);
    return TraceAnswer.parse(trace ?? { unchanged: true });
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
