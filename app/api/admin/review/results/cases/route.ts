/** `GET ?range&by&of`: the cases behind a figure (lib/contracts/inspector/review/review-results.ts). */
import { FigureCases, FigureQuery } from "@/lib/contracts/inspector/review/review-results.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectFigure } from "@/lib/inspector/review/results/inspect-results.ts";
import { respondOperator } from "../../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor, asked) => {
    const query = FigureQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    return FigureCases.parse(await inspectFigure(actor, query.data));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
