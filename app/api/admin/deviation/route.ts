/**
 * `GET ?range`: deviations over all runs (lib/contracts/inspector/deviation-overview.ts). Names and figures
 * only.
 */
import { DeviationOverview, DeviationQuery } from "@/lib/contracts/inspector/deviation-overview.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectDeviation } from "@/lib/inspector/inspect-deviation.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "run:list", async (actor, asked) => {
    const query = DeviationQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    return DeviationOverview.parse(await inspectDeviation(actor, query.data.range));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
