/**
 * `GET ?range`: deviations over all runs (lib/contracts/inspector/deviation-overview.ts). Names and figures
 * only.
 */
import { DeviationOverview, DeviationQuery } from "@/lib/contracts/inspector/deviation-overview.ts";
import { inspectDeviation } from "@/lib/inspector/inspect-deviation.ts";
import { respondQuery } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondQuery(request, "run:list", DeviationQuery, async (actor, { range }) =>
    DeviationOverview.parse(await inspectDeviation(actor, range)),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
