/**
 * `GET ?after=<seq>&hop=<ref>`: a run's model calls (lib/contracts/inspector/run/call-inspection.ts). Audited
 * like the run.
 */
import { parseId } from "@/app/parse-id.ts";
import { CallsQuery, RunCalls } from "@/lib/contracts/inspector/run/call-inspection.ts";
import { registeredPrompts } from "@/lib/coordinator/prompt-registry.ts";
import { inspectCalls } from "@/lib/inspector/model-calls/inspect-calls.ts";
import { respondQuery } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondQuery(request, "run:inspect", CallsQuery, async (actor, query) => {
    const runId = parseId((await params).runId);
    return RunCalls.parse(await inspectCalls(actor, runId, query, await registeredPrompts()));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
