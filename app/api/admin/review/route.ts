/** `GET ?show=…&reason=…&page=…`: the cases. `POST {runId}`: takes this one, or the next (lib/contracts/inspector/review/review-case.ts). */
import { readBody } from "@/app/api/parse-request.ts";
import { REASON_BODY_MAX_BYTES } from "@/app/limits.ts";
import { CasesQuery } from "@/lib/contracts/inspector/review/case-desk.ts";
import { ReviewCases, TakeCase, TakenCase } from "@/lib/contracts/inspector/review/review-case.ts";
import { listCases } from "@/lib/db/review/review-cases.ts";
import { takeCase } from "@/lib/db/review/take-case.ts";
import { respondOperator, respondQuery } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondQuery(request, "review:judge", CasesQuery, async (actor, query) =>
    ReviewCases.parse(await listCases(actor, query)),
  );
}

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) => {
    const { runId, reason } = await readBody(request, TakeCase, REASON_BODY_MAX_BYTES);
    return TakenCase.parse({ runId: await takeCase(actor, runId, reason) });
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
