/** `GET ?range&by&of`: the cases behind a figure (lib/contracts/inspector/review/review-results.ts). */
import { FigureCases, FigureQuery } from "@/lib/contracts/inspector/review/review-results.ts";
import { inspectFigure } from "@/lib/inspector/review/results/inspect-results.ts";
import { respondQuery } from "../../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondQuery(request, "review:judge", FigureQuery, async (actor, query) =>
    FigureCases.parse(await inspectFigure(actor, query)),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
