/** `GET ?show=…&reason=…&page=…`: the cases. `POST {runId}`: takes this one, or the next (lib/contracts/inspector/review/review-case.ts). */
import { CasesQuery } from "@/lib/contracts/inspector/review/case-desk.ts";
import { ReviewCases, TakeCase, TakenCase } from "@/lib/contracts/inspector/review/review-case.ts";
import { listCases } from "@/lib/db/review/review-cases.ts";
import { takeCase } from "@/lib/db/review/take-case.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { readReasonBody } from "../read-reason-body.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor, query) => {
    const asked = CasesQuery.safeParse(query);
    if (!asked.success) throw new AppError("invalid", { cause: asked.error });
    return ReviewCases.parse(await listCases(actor, asked.data));
  });
}

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) => {
    const { runId, reason } = await readReasonBody(request, TakeCase);
    return TakenCase.parse({ runId: await takeCase(actor, runId, reason) });
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
