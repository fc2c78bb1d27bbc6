/** `GET`: one model call with its rebuilt prompt; `?segment=<n>`: the content of that segment. Audited. */
import { parseId, parseSeq } from "@/app/parse-id.ts";
import {
  CallInspection,
  CallQuery,
  SegmentContent,
} from "@/lib/contracts/inspector/run/call-inspection.ts";
import { registeredPrompts } from "@/lib/coordinator/prompt-registry.ts";
import { inspectCall, inspectSegment } from "@/lib/inspector/model-calls/inspect-call.ts";
import { respondQuery } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string; seq: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondQuery(request, "run:inspect", CallQuery, async (actor, { segment }) => {
    const given = await params;
    const runId = parseId(given.runId);
    const seq = parseSeq(given.seq);
    const prompts = await registeredPrompts();
    return segment === undefined
      ? CallInspection.parse(await inspectCall(actor, runId, seq, prompts))
      : SegmentContent.parse(await inspectSegment(actor, runId, seq, segment, prompts));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
