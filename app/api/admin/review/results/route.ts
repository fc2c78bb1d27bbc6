/** `GET ?range`: what verdicts say in numbers (lib/contracts/inspector/review/review-results.ts). */
import { ResultsQuery, ReviewResults } from "@/lib/contracts/inspector/review/review-results.ts";
import { inspectResults } from "@/lib/inspector/review/results/inspect-results.ts";
import { respondQuery } from "../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondQuery(request, "review:judge", ResultsQuery, async (actor, query) =>
    ReviewResults.parse(await inspectResults(actor, query)),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
