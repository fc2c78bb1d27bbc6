/** `GET ?range`: what verdicts say in numbers (lib/contracts/inspector/review/review-results.ts). */
import { ResultsQuery, ReviewResults } from "@/lib/contracts/inspector/review/review-results.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectResults } from "@/lib/inspector/review/results/inspect-results.ts";
import { respondOperator } from "../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor, asked) => {
    const query = ResultsQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    return ReviewResults.parse(await inspectResults(actor, query.data));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
