/**
 * `GET`: the auditors, and to whom the run is given for review. `POST {auditorId, isGiven}`: gives it, or takes it back
 * (lib/contracts/inspector/opening/review.ts).
 */
import { readBody } from "@/app/api/parse-request.ts";
import { REASON_BODY_MAX_BYTES } from "@/app/limits.ts";
import { parseId } from "@/app/parse-id.ts";
import { ReviewRequest, RunReviewers } from "@/lib/contracts/inspector/opening/review.ts";
import { giveForReview, listReviewers } from "@/lib/db/inspector/opening/reviews.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "review:give", async (actor) =>
    RunReviewers.parse({ auditors: await listReviewers(actor, parseId((await params).runId)) }),
  );
}

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "review:give", async (actor) => {
    const runId = parseId((await params).runId);
    const given = await readBody(request, ReviewRequest, REASON_BODY_MAX_BYTES);
    await giveForReview(actor, runId, given);
    return RunReviewers.parse({ auditors: await listReviewers(actor, runId) });
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../../../no-such-method.ts";
