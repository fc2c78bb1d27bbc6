/**
 * `POST {do: confirm | refuse}`: another admin decides what one asks to read. Answered, with the requests that are left, once
 * the decision is sealed (lib/contracts/inspector/opening/opening-request.ts).
 */
import { readBody } from "@/app/api/parse-request.ts";
import { REASON_BODY_MAX_BYTES } from "@/app/limits.ts";
import { parseId } from "@/app/parse-id.ts";
import {
  OpeningDecision,
  OpeningRequests,
} from "@/lib/contracts/inspector/opening/opening-request.ts";
import { decideRequest } from "@/lib/db/inspector/opening/opening-requests.ts";
import { inspectRequests } from "@/lib/inspector/opening/inspect-opening.ts";
import { respondOperator } from "../../respond-operator.ts";

type Context = { params: Promise<{ requestId: string }> };

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "opening:decide", async (actor) => {
    const { do: decision } = await readBody(request, OpeningDecision, REASON_BODY_MAX_BYTES);
    await decideRequest(actor, parseId((await params).requestId), decision);
    return OpeningRequests.parse(await inspectRequests(actor));
  });
}

export { DELETE, GET, OPTIONS, PATCH, PUT } from "../../no-such-method.ts";
