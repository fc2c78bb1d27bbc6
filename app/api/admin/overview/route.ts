/** `GET ?range&offset`: figures of all runs over time (lib/contracts/inspector/runs-overview.ts). */
import { Overview, OverviewQuery } from "@/lib/contracts/inspector/runs-overview.ts";
import { readOverview } from "@/lib/db/inspector/figures/read-overview.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "run:list", async (actor, asked) => {
    const query = OverviewQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    return Overview.parse(await readOverview(actor, query.data));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
