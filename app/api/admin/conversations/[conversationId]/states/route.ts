/**
 * `GET ?run=<runId>`: hidden state around one run (lib/contracts/inspector/run/state-inspection.ts). Audited before
 * a byte is sent.
 */
import { parseId } from "@/app/parse-id.ts";
import { RunStates, StatesQuery } from "@/lib/contracts/inspector/run/state-inspection.ts";
import { inspectStates } from "@/lib/inspector/states/inspect-states.ts";
import { respondQuery } from "../../../respond-operator.ts";

type Context = { params: Promise<{ conversationId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondQuery(request, "state:inspect", StatesQuery, async (actor, { run }) => {
    const conversationId = parseId((await params).conversationId);
    return RunStates.parse(await inspectStates(actor, conversationId, run));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
