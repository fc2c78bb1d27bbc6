/**
 * `GET ?a&b`: two runs side by side (lib/contracts/inspector/run-comparison.ts). Audited before a byte is sent.
 */
import { CompareQuery, RunComparison } from "@/lib/contracts/inspector/run-comparison.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { compareRuns } from "@/lib/inspector/compare/compare-runs.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const query = CompareQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    return RunComparison.parse(await compareRuns(actor, query.data.a, query.data.b));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
