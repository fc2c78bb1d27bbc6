/** `GET ?range`: what people spend on models (lib/contracts/inspector/spending-overview.ts). */
import { SpendingOverview, SpendingQuery } from "@/lib/contracts/inspector/spending-overview.ts";
import { readSpending } from "@/lib/db/inspector/figures/read-spending.ts";
import { respondQuery } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondQuery(request, "run:list", SpendingQuery, async (actor, query) =>
    SpendingOverview.parse(await readSpending(actor, query)),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
