/** `GET ?range&offset`: figures of all runs over time (lib/contracts/inspector/runs-overview.ts). */
import { Overview, OverviewQuery } from "@/lib/contracts/inspector/runs-overview.ts";
import { readOverview } from "@/lib/db/inspector/figures/read-overview.ts";
import { respondQuery } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondQuery(request, "run:list", OverviewQuery, async (actor, query) =>
    Overview.parse(await readOverview(actor, query)),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
