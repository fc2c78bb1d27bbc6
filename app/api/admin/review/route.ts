/** `GET`: the cases. `POST {runId}`: takes this one, or the next (lib/contracts/inspector/review/review-case.ts). */
import { ReviewCases, TakeCase, TakenCase } from "@/lib/contracts/inspector/review/review-case.ts";
import { listCases } from "@/lib/db/review/review-cases.ts";
import { takeCase } from "@/lib/db/review/take-case.ts";
import { readReasonBody } from "../read-reason-body.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) =>
    ReviewCases.parse(await listCases(actor)),
  );
}

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) => {
    const { runId } = await readReasonBody(request, TakeCase);
    return TakenCase.parse({ runId: await takeCase(actor, runId) });
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
