/**
 * `GET`: whether this operator sees the run's payloads. `POST {reason}`: opens them, for a reason that is on record
 * first (lib/contracts/inspector/opening/payload-opening.ts).
 */
import { readBody } from "@/app/api/parse-request.ts";
import { REASON_BODY_MAX_BYTES } from "@/app/limits.ts";
import { parseId } from "@/app/parse-id.ts";
import {
  OpeningRequest,
  PayloadOpening,
} from "@/lib/contracts/inspector/opening/payload-opening.ts";
import { openPayloads } from "@/lib/db/inspector/opening/payload-openings.ts";
import { inspectOpening } from "@/lib/inspector/opening/inspect-opening.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor) =>
    PayloadOpening.parse(await inspectOpening(actor, parseId((await params).runId))),
  );
}

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "payload:read", async (actor) => {
    const { reason } = await readBody(request, OpeningRequest, REASON_BODY_MAX_BYTES);
    const runId = parseId((await params).runId);
    await openPayloads(actor, runId, reason);
    return PayloadOpening.parse(await inspectOpening(actor, runId));
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../../../no-such-method.ts";
