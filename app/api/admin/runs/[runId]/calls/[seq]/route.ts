/** `GET`: one model call with its rebuilt prompt; `?segment=<n>`: the content of that segment. Audited. */
import { z } from "zod";
import { parseId } from "@/app/parse-id.ts";
import {
  CallInspection,
  CallQuery,
  SegmentContent,
} from "@/lib/contracts/inspector/run/call-inspection.ts";
import { registeredPrompts } from "@/lib/coordinator/prompt-registry.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectCall, inspectSegment } from "@/lib/inspector/model-calls/inspect-call.ts";
import { respondOperator } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string; seq: string }> };

const Seq = z.coerce.number().int().positive().max(2_147_483_647);

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const query = CallQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const given = await params;
    const runId = parseId(given.runId);
    const seq = Seq.safeParse(given.seq);
    if (!seq.success) throw new AppError("not-found");
    const prompts = await registeredPrompts();
    const { segment } = query.data;
    return segment === undefined
      ? CallInspection.parse(await inspectCall(actor, runId, seq.data, prompts))
      : SegmentContent.parse(await inspectSegment(actor, runId, seq.data, segment, prompts));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
