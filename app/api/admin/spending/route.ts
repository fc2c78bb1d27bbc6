/** `GET ?range`: what people spend on models (lib/contracts/inspector/spending-overview.ts). */
import { SpendingOverview, SpendingQuery } from "@/lib/contracts/inspector/spending-overview.ts";
import { readSpending } from "@/lib/db/inspector/figures/read-spending.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "run:list", async (actor, asked) => {
    const query = SpendingQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    return SpendingOverview.parse(await readSpending(actor, query.data));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
